package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.system.Witness.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every strategy in Kafka's own source: each partition has a generator of its own, and what is seen
 * behind the source follows from the partitions' logs, however they are spread over subtasks.
 *
 * <p>The first partition is an hour ahead of the others. A topic is read to its end as it stands,
 * in which a partition that ends lets go, and also without an end, in which the watermark comes to
 * stand at the slowest partition's.
 */
@ExtendWith(OnRealParts.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GeneratorsInKafkaSourceIT {

    private static final long START = Instant.parse("2024-03-01T09:00:00Z").toEpochMilli();
    private static final int PINGS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final long seed = OrderHistory.seed();
    private final Random random = new Random(seed);

    @ParameterizedTest(name = "partitions {0}, parallelism {1}, without a record {2}")
    @CsvSource({
        "1, 1, 0", "1, 2, 0", "1, 4, 0", "2, 1, 0", "2, 2, 0", "2, 4, 0", "7, 1, 0", "7, 2, 0",
        "7, 4, 0", "2, 1, 1", "7, 2, 1", "7, 4, 3"
    })
    void eachPartitionHasItsOwnProgress(
            int partitions, int parallelism, int empty, RealParts parts) {
        List<List<Ping>> logs = logs(partitions, empty);
        Scene scene = scene(parts, logs);
        StreamExecutionEnvironment env = environment(parallelism);
        List<Reading> readings = new ArrayList<>();
        for (EveryStrategy strategy : EveryStrategy.values()) {
            readings.add(reading(env, parts, scene, strategy, logs, true));
            // A subtask that has nothing to read holds all others back for good, if it does not
            // end.
            if (partitions >= parallelism) {
                readings.add(reading(env, parts, scene, strategy, logs, false));
            }
        }

        run(parts, scene, env, readings);

        readings.forEach(Reading::check);
    }

    @Test
    void watermarksFromBehindTheSourceAreCaught(RealParts parts) {
        List<List<Ping>> logs = logs(2, 0);
        Scene scene = scene(parts, logs);
        StreamExecutionEnvironment env = environment(1);
        Reading mutant =
                watched(
                        env.fromSource(
                                        source(parts, scene, true),
                                        WatermarkStrategy.noWatermarks(),
                                        "mutant")
                                .assignTimestampsAndWatermarks(EveryStrategy.BOUNDED.strategy()),
                        EveryStrategy.BOUNDED,
                        logs,
                        true);

        run(parts, scene, env, List.of(mutant));

        assertThatThrownBy(mutant::check)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("passes no partition's own progress");
    }

    private List<List<Ping>> logs(int partitions, int empty) {
        List<List<Ping>> logs = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            long start = START + random.nextInt(60_000) + (partition == 0 ? 3_600_000 : 0);
            logs.add(
                    partition < partitions - empty
                            ? Ping.log(partition, start, PINGS + random.nextInt(200), random)
                            : List.of());
        }
        return logs;
    }

    private static Scene scene(RealParts parts, List<List<Ping>> logs) {
        Scene scene = Scene.with(parts, logs.size());
        scene.feed(logs.stream().flatMap(List::stream).map(Ping::fed).toList());
        return scene;
    }

    private static StreamExecutionEnvironment environment(int parallelism) {
        return new StreamExecutionEnvironment(
                new Configuration().set(CoreOptions.DEFAULT_PARALLELISM, parallelism));
    }

    /** One source with one strategy, and who watches it. */
    private record Reading(
            String name,
            PartitionsOwnProgress expected,
            Witness atSource,
            Witness behind,
            long records,
            boolean ends) {

        /** Whether all has come that will come. */
        boolean complete() {
            List<Sighting> seen = behind.seen().getOrDefault(0, List.of());
            if (seen.isEmpty()) {
                return false;
            }
            if (ends) {
                return seen.get(seen.size() - 1).time() == Long.MAX_VALUE;
            }
            return seen.stream().filter(sighting -> sighting.ping() != null).count() == records
                    && watermark(seen) == expected.last();
        }

        private static long watermark(List<Sighting> seen) {
            return seen.stream()
                    .filter(sighting -> sighting.ping() == null)
                    .mapToLong(Sighting::time)
                    .max()
                    .orElse(Long.MIN_VALUE);
        }

        void check() {
            List<Sighting> seen = behind.seen().getOrDefault(0, List.of());
            expected.checkAtSource(atSource.seen(), name);
            expected.checkBehind(seen, name);
            assertThat(watermark(seen))
                    .as("last watermark, %s", name)
                    .isEqualTo(ends ? Long.MAX_VALUE : expected.last());
        }
    }

    private Reading reading(
            StreamExecutionEnvironment env,
            RealParts parts,
            Scene scene,
            EveryStrategy strategy,
            List<List<Ping>> logs,
            boolean ends) {
        return watched(
                env.fromSource(source(parts, scene, ends), strategy.strategy(), strategy.name()),
                strategy,
                logs,
                ends);
    }

    private Reading watched(
            SingleOutputStreamOperator<Ping> pings,
            EveryStrategy strategy,
            List<List<Ping>> logs,
            boolean ends) {
        String run = strategy + (ends ? " to the end" : " without an end") + ", seed " + seed;
        PartitionsOwnProgress expected = PartitionsOwnProgress.of(logs, strategy, ends);
        boolean empty = logs.stream().anyMatch(List::isEmpty);
        assertThat(expected.late()).as("something is late at all, %s", run).isPositive();
        assertThat(empty || expected.last() > START).as("moves at all, %s", run).isTrue();
        Witness atSource = Witness.fresh();
        Witness behind = Witness.fresh();
        pings.transform("at-source", Ping.TYPE, atSource.operator())
                .global()
                .transform("behind", Ping.TYPE, behind.operator())
                .setParallelism(1);
        long records = logs.stream().mapToLong(List::size).sum();
        return new Reading(run, expected, atSource, behind, records, ends);
    }

    private static KafkaSource<Ping> source(RealParts parts, Scene scene, boolean ends) {
        KafkaSourceBuilder<Ping> source =
                KafkaSource.<Ping>builder()
                        .setBootstrapServers(parts.bootstrapServers())
                        .setTopics(scene.topic())
                        .setStartingOffsets(OffsetsInitializer.earliest())
                        // A batch of each partition at a time, or one would be read through before
                        // the next.
                        .setProperty(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, "16384")
                        .setDeserializer(new Reader());
        return (ends ? source.setBounded(OffsetsInitializer.latest()) : source).build();
    }

    private static final class Reader implements KafkaRecordDeserializationSchema<Ping> {

        private static final long serialVersionUID = 1L;

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Ping> out) {
            out.collect(Ping.read(record));
        }

        @Override
        public TypeInformation<Ping> getProducedType() {
            return Ping.TYPE;
        }
    }

    private static void run(
            RealParts parts, Scene scene, StreamExecutionEnvironment env, List<Reading> readings) {
        RunningJob job = RunningJob.submit(parts, scene, Valve.open(), env.getStreamGraph());
        try {
            Awaitility.await("all readings complete")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(50))
                    .until(
                            () -> {
                                job.assertNotFailed();
                                return readings.stream().allMatch(Reading::complete);
                            });
        } catch (ConditionTimeoutException incomplete) {
            // What was seen so far tells more than that something is missing.
            readings.forEach(Reading::check);
            throw incomplete;
        }
        if (readings.stream().allMatch(Reading::ends)) {
            job.awaitFinished();
        } else {
            job.cancel();
        }
    }
}
