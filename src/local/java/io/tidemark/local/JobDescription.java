package io.tidemark.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.local.ledger.Outputs;
import io.tidemark.local.ledger.RowForm;
import io.tidemark.local.traffic.EventFields;
import io.tidemark.local.traffic.TimeFormat;
import io.tidemark.local.usage.WrongUsage;

/**
 * What a job says of itself when it is asked with all its options: the one JSON document that its
 * fat jar prints for {@code --describe}.
 *
 * @param job its name
 * @param summary what it does, in a line
 * @param input the topic it reads, and the fields that matter in it
 * @param outputs the topics it writes
 * @param rows how its results are to be read
 * @param group its consumer group, whose committed offsets say how far it has come
 * @param from where it begins without a savepoint, see {@link StartPosition#parse}
 * @param untilEnd whether it ends by itself at the log's end as it stood at the start
 * @param windowMs how long a window is, at least, in milliseconds
 * @param watermarkDelayMs how far its watermark stays behind the newest event, in milliseconds
 */
record JobDescription(
        String job,
        String summary,
        Input input,
        Outputs outputs,
        RowForm rows,
        String group,
        String from,
        boolean untilEnd,
        long windowMs,
        long watermarkDelayMs) {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /** The topic a job reads, and the names of the fields that it reads there. */
    record Input(
            String topic,
            String timeField,
            String timeFormat,
            String idField,
            String keyField,
            String valueField) {}

    /**
     * Reads the document.
     *
     * @throws WrongUsage if the job refuses its options
     * @throws IllegalArgumentException if this is no such document
     */
    static JobDescription parse(String json) {
        JsonNode document;
        try {
            document = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
        JsonNode usageError = document.path("usage_error");
        if (usageError.isTextual()) {
            throw new WrongUsage(usageError.asText());
        }
        try {
            return JSON.treeToValue(document, JobDescription.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /** The fields that traffic for this job must carry. */
    EventFields fields() {
        return new EventFields(
                input.timeField,
                TimeFormat.named(input.timeFormat),
                input.idField,
                input.keyField,
                input.valueField);
    }

    /** Where the job begins without a savepoint. */
    StartPosition startPosition() {
        return StartPosition.parse(from);
    }
}
