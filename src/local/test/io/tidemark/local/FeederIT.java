package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.local.traffic.CsvTraffic;
import io.tidemark.local.traffic.EventFields;
import io.tidemark.local.traffic.FeedProgress;
import io.tidemark.local.traffic.Feeder;
import io.tidemark.local.traffic.TimeFormat;
import io.tidemark.local.traffic.Traffic;
import io.tidemark.local.traffic.TrafficRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeederIT {

    private static final int PARTITIONS = 3;
    private static final EventFields FIELDS =
            new EventFields("at", TimeFormat.SECONDS, "id", "land", "amount");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicInteger topics = new AtomicInteger();
    private @Nullable LocalBroker broker;
    private String servers = "";

    @BeforeAll
    void startBroker(@TempDir Path directory) {
        LocalBroker started = LocalBroker.startIn(directory);
        broker = started;
        servers = started.bootstrapServers();
    }

    @AfterAll
    void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void eachRowArrivesOnceInTheOrderOfItsPartition(@TempDir Path directory) throws Exception {
        String topic = newTopic(Map.of());
        Path file = csv(directory, 5_000);

        FeedProgress end = fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.empty());

        assertThat(end)
                .isEqualTo(new FeedProgress(5_000, 0, OptionalDouble.of(1), 4_999_000, true, null));
        List<ConsumerRecord<String, String>> records = read(topic);
        assertThat(idsByPartition(records).keySet()).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(ids(records)).containsExactlyElementsOf(numbers(5_000));
        idsByPartition(records).values().forEach(ids -> assertThat(ids).isSorted());
        assertThat(records)
                .allSatisfy(
                        record -> {
                            assertThat(record.key()).isEqualTo("land" + id(record) % 10);
                            assertThat(record.headers()).isEmpty();
                        });
    }

    @Test
    void aFeedThatWasStoppedGoesOnWithTheRowsThatAreMissing(@TempDir Path directory)
            throws Exception {
        String topic = newTopic(Map.of());
        Path file = csv(directory, 3_000);
        Feeder slow =
                Feeder.start(
                        servers,
                        topic,
                        PARTITIONS,
                        csvTraffic(file, OptionalDouble.of(1_000)),
                        Optional.of("orders"));
        await().atMost(PATIENCE).until(() -> slow.progress().sent() > 300);
        slow.stop();
        FeedProgress first = slow.progress();
        assertThat(first.done()).isTrue();
        assertThat(first.failure()).isNull();
        assertThat(first.sent()).isBetween(300L, 2_900L);
        assertThat(read(topic)).hasSize((int) first.sent());

        FeedProgress second =
                fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("orders"));
        FeedProgress third =
                fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("orders"));

        assertThat(second.skipped()).isEqualTo(first.sent());
        assertThat(second.sent()).isEqualTo(3_000 - first.sent());
        assertThat(third.skipped()).isEqualTo(3_000);
        assertThat(third.sent()).isZero();
        List<ConsumerRecord<String, String>> records = read(topic);
        assertThat(ids(records)).containsExactlyElementsOf(numbers(3_000));
        assertThat(records)
                .allSatisfy(
                        record -> {
                            assertThat(header(record, "tidemark-feed")).isEqualTo("orders");
                            assertThat(header(record, "tidemark-row"))
                                    .isEqualTo(Long.toString(id(record) + 1));
                        });
    }

    @Test
    void aFeedWhoseProcessWasKilledGoesOnWithTheRowsThatAreMissing(@TempDir Path directory)
            throws Exception {
        String topic = newTopic(Map.of());
        Path file = csv(directory, 3_000);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                FeederProcess.class.getName(),
                                servers,
                                topic,
                                file.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(new File(directory.toFile(), "process.log"))
                        .start();
        try {
            await().atMost(PATIENCE).until(() -> read(topic).size() > 300);
        } finally {
            process.destroyForcibly().waitFor();
        }
        int there = read(topic).size();
        assertThat(there).as("killed in the middle").isBetween(300, 2_900);

        FeedProgress rest =
                fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("orders"));

        assertThat(rest.skipped()).isEqualTo(there);
        assertThat(ids(read(topic))).containsExactlyElementsOf(numbers(3_000));
    }

    /** A feeder in a process of its own, so that it can be killed. */
    static final class FeederProcess {

        private FeederProcess() {}

        public static void main(String[] args) throws InterruptedException {
            Feeder feeder =
                    Feeder.start(
                            args[0],
                            args[1],
                            PARTITIONS,
                            csvTraffic(Path.of(args[2]), OptionalDouble.of(1_000)),
                            Optional.of("orders"));
            while (!feeder.progress().done()) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    @Test
    void anotherFeedIsFedInFull(@TempDir Path directory) throws Exception {
        String topic = newTopic(Map.of());
        Path file = csv(directory, 100);
        fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("orders"));

        FeedProgress other =
                fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("others"));

        assertThat(other.sent()).isEqualTo(100);
        assertThat(read(topic)).hasSize(200);
    }

    @Test
    void aRowThatTheBrokerRefusesEndsTheFeedAndNoLaterOneOvertakesIt(@TempDir Path directory)
            throws Exception {
        String topic = newTopic(Map.of("max.message.bytes", "2000"));
        List<String> lines = new ArrayList<>(List.of("id,at,land,amount,note"));
        for (int i = 0; i < 60; i++) {
            lines.add("%d,%d,one,1,%s".formatted(i, i, "x".repeat(i == 40 ? 3_000 : 300)));
        }
        Path file = Files.write(directory.resolve("orders.csv"), lines);

        FeedProgress end =
                fed(topic, csvTraffic(file, OptionalDouble.empty()), Optional.of("orders"));

        assertThat(end.failure())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("row 41 of the feed into " + topic)
                .hasMessageContaining("RecordTooLargeException");
        assertThat(ids(read(topic))).isSubsetOf(numbers(40));
    }

    @Test
    void trafficThatBreaksOffEndsTheFeedWithItsReasonAndKeepsWhatWasSent() throws Exception {
        String topic = newTopic(Map.of());
        Traffic broken =
                new Traffic() {
                    private int row;

                    @Override
                    public TrafficRecord next() throws IOException {
                        if (row == 50) {
                            throw new IOException("line 51 is torn");
                        }
                        row++;
                        byte[] value = ("{\"id\":\"" + row + "\"}").getBytes(UTF_8);
                        return new TrafficRecord(
                                null,
                                value,
                                0,
                                TrafficRecord.NO_EVENT_TIME,
                                row,
                                TrafficRecord.AT_ONCE);
                    }

                    @Override
                    public OptionalDouble share() {
                        return OptionalDouble.empty();
                    }

                    @Override
                    public void close() {}
                };

        FeedProgress end = fed(topic, broken, Optional.empty());

        assertThat(end.failure()).hasMessage("line 51 is torn");
        assertThat(end.sent()).isEqualTo(50);
        assertThat(end.newestEventTimeMillis()).isEqualTo(TrafficRecord.NO_EVENT_TIME);
        assertThat(read(topic)).hasSize(50);
    }

    @Test
    void stopDoesNotWaitForARowThatIsDueNextYear(@TempDir Path directory) throws Exception {
        String topic = newTopic(Map.of());
        Path file =
                Files.write(
                        directory.resolve("slow.csv"),
                        List.of("id,at,land,amount", "0,0,DE,1", "1,31536000,DE,1"));
        Feeder feeder =
                Feeder.start(
                        servers,
                        topic,
                        PARTITIONS,
                        csvTraffic(file, OptionalDouble.of(1)),
                        Optional.empty());
        await().atMost(PATIENCE).until(() -> feeder.progress().sent() == 1);
        assertThat(feeder.progress().done()).isFalse();

        long start = System.nanoTime();
        feeder.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        assertThat(feeder.progress().done()).isTrue();
        assertThat(read(topic)).hasSize(1);
    }

    private FeedProgress fed(String topic, Traffic traffic, Optional<String> identity) {
        try (Feeder feeder = Feeder.start(servers, topic, PARTITIONS, traffic, identity)) {
            await().atMost(PATIENCE).until(() -> feeder.progress().done());
            return feeder.progress();
        }
    }

    private static CsvTraffic csvTraffic(Path file, OptionalDouble speed) {
        return CsvTraffic.open(
                file, new CsvTraffic.Settings(FIELDS, PARTITIONS, Optional.of("land"), speed));
    }

    /** Rows whose ids count from 0, one second of event time apart, with ten different keys. */
    private static Path csv(Path directory, int rows) throws IOException {
        List<String> lines = new ArrayList<>(List.of("id,at,land,amount"));
        for (int i = 0; i < rows; i++) {
            lines.add("%d,%d,land%d,1.50".formatted(i, i, i % 10));
        }
        return Files.write(directory.resolve("orders.csv"), lines);
    }

    private String newTopic(Map<String, String> config) throws Exception {
        String topic = "orders-" + topics.incrementAndGet();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1).configs(config)))
                    .all()
                    .get();
        }
        return topic;
    }

    private List<ConsumerRecord<String, String>> read(String topic) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of("bootstrap.servers", servers),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            List<TopicPartition> all =
                    IntStream.range(0, PARTITIONS)
                            .mapToObj(p -> new TopicPartition(topic, p))
                            .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (!all.stream()
                    .allMatch(at -> consumer.position(at) >= ends.getOrDefault(at, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            return records;
        }
    }

    private static int id(ConsumerRecord<String, String> record) {
        return Integer.parseInt(record.value().split("\"", -1)[3]);
    }

    private static List<Integer> ids(List<ConsumerRecord<String, String>> records) {
        return records.stream().map(FeederIT::id).sorted().toList();
    }

    private static Map<Integer, List<Integer>> idsByPartition(
            List<ConsumerRecord<String, String>> records) {
        Map<Integer, List<Integer>> ids = new HashMap<>();
        records.forEach(r -> ids.computeIfAbsent(r.partition(), p -> new ArrayList<>()).add(id(r)));
        return ids;
    }

    private static String header(ConsumerRecord<String, String> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }

    private static List<Integer> numbers(int below) {
        return IntStream.range(0, below).boxed().toList();
    }
}
