package io.tidemark.bench;

import io.tidemark.operators.sink.kafka.KafkaOutput;
import io.tidemark.operators.source.GuardedKafkaSource;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.operators.source.StartingOffsets;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The least that a job from Kafka to Kafka can do: the same source and the same exactly-once sink,
 * and nothing between them.
 */
final class CopyJob {

    private CopyJob() {}

    static void build(
            StreamExecutionEnvironment env,
            String from,
            String to,
            int partitions,
            Properties consumer,
            KafkaOutput output) {
        env.fromSource(
                        GuardedKafkaSource.reading(
                                from,
                                consumer,
                                StartingOffsets.earliest(),
                                ReadUntil.endOfLog(),
                                new Bytes()),
                        WatermarkStrategy.noWatermarks(),
                        "source")
                .uid("source")
                .setParallelism(Math.min(env.getParallelism(), partitions))
                .sinkTo(output.to(to, "copy", null, value -> value))
                .uid("copy");
    }

    private static final class Bytes implements KafkaRecordDeserializationSchema<byte[]> {

        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<byte[]> out) {
            out.collect(record.value());
        }

        @Override
        public TypeInformation<byte[]> getProducedType() {
            return PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
        }
    }
}
