package io.tidemark.jobs.cli;

import java.time.Duration;
import java.util.Map;

/**
 * What a job would read and write with the arguments it got.
 *
 * @param job the job's name
 * @param summary what it does, in a line
 * @param topic the topic that it reads
 * @param fields which field of an event holds its time, id, key and value
 * @param timeFormat how the time is written
 * @param outputs the topics that it writes, by what they hold
 * @param rows how its rows are to be read
 * @param kafka how it meets Kafka
 * @param window how long a window is, at least
 * @param watermarkDelay how long windows wait
 */
public record JobDescription(
        String job,
        String summary,
        String topic,
        Map<String, String> fields,
        String timeFormat,
        Map<String, String> outputs,
        ResultRows rows,
        KafkaJobOptions kafka,
        Duration window,
        Duration watermarkDelay)
        implements Description {

    @Override
    public String toJson() {
        return Description.write(
                json -> {
                    json.writeStringField("job", job);
                    json.writeStringField("summary", summary);
                    json.writeObjectFieldStart("input");
                    json.writeStringField("topic", topic);
                    for (Map.Entry<String, String> field : fields.entrySet()) {
                        json.writeStringField(field.getKey() + "_field", field.getValue());
                    }
                    json.writeStringField("time_format", timeFormat);
                    json.writeEndObject();
                    json.writeObjectFieldStart("outputs");
                    for (Map.Entry<String, String> output : outputs.entrySet()) {
                        json.writeStringField(output.getKey(), output.getValue());
                    }
                    json.writeEndObject();
                    json.writeObjectFieldStart("rows");
                    json.writeStringField("start", rows.start());
                    json.writeStringField("end", rows.end());
                    json.writeStringField("key", rows.key());
                    json.writeStringField("count", rows.count());
                    json.writeStringField("sum", rows.sum());
                    json.writeStringField("events", rows.events());
                    json.writeEndObject();
                    json.writeStringField("group", kafka.group());
                    json.writeStringField("from", kafka.from().text());
                    json.writeBooleanField("until_end", kafka.untilEnd());
                    json.writeNumberField("window_ms", window.toMillis());
                    json.writeNumberField("watermark_delay_ms", watermarkDelay.toMillis());
                });
    }
}
