package io.tidemark.system.crash;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.source.GuardedKafkaSource;
import io.tidemark.operators.source.ReadUntil;
import io.tidemark.operators.source.StartingOffsets;
import io.tidemark.system.fault.FaultySink;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;

/** The job of the matrix: journal → tally by key → sink under test. */
final class Scene {

    static final String SOURCE = "journal-source";
    static final String TALLY = "tally";
    static final String SINK = "sink";

    private Scene() {}

    /** Puts the job into an environment. */
    static void build(
            StreamExecutionEnvironment env,
            Tally tally,
            Source<Either<DeadLetter, Entry>, ?, ?> source,
            Sink<Entry> sink) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        env.configure(settings);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), SOURCE)
                .uid(SOURCE)
                .setParallelism(Math.min(env.getParallelism(), Journal.PARTITIONS))
                .map(record -> record.isLeft() ? Entry.of(record.left()) : record.right())
                .returns(Entry.TYPE)
                .uid("entries")
                .name("entries")
                .setParallelism(Math.min(env.getParallelism(), Journal.PARTITIONS))
                .keyBy(Entry::key)
                .process(tally)
                .uid(TALLY)
                .name(TALLY)
                .sinkTo(FaultySink.around(sink))
                .uid(SINK)
                .name(SINK);
    }

    /** Reads a journal from its first entry on. */
    static Source<Either<DeadLetter, Entry>, ?, ?> source(
            String topic, Properties consumer, ReadUntil until) {
        return GuardedKafkaSource.reading(
                topic, consumer, StartingOffsets.earliest(), until, deserializer());
    }

    /** Reads entries, and what is none. */
    static DeadLetteringDeserializer<Entry> deserializer() {
        return DeadLetteringDeserializer.of(Entry::decode, Entry.TYPE);
    }
}
