package io.tidemark.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.ledger.OutputListener;
import io.tidemark.local.ledger.OutputReader;
import io.tidemark.local.ledger.Outputs;
import io.tidemark.local.ledger.ResultRow;
import io.tidemark.local.ledger.RowForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutputReaderIT {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final OutputListener NOBODY = new OutputListener() {};

    private final AtomicInteger jobs = new AtomicInteger();
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
    void onlyWhatIsCommittedIsCountedAndHandedOn() throws Exception {
        Outputs outputs = outputs();
        create(outputs);
        List<String> seen = new ArrayList<>();
        try (OutputReader reader = OutputReader.from(servers, outputs, RowForm.PLAIN, Map.of());
                KafkaProducer<byte[], byte[]> teller = transactional("teller-1")) {
            teller.beginTransaction();
            send(teller, outputs.results(), "DE", row("DE", 3, "on_time"));
            send(teller, outputs.late(), null, "{\"late\":1}");
            send(teller, outputs.deadLetters(), null, "{\"dead\":1}");
            send(teller, outputs.ledger(), null, entry("admitted", 4));
            send(teller, outputs.ledger(), null, entry("late_at_gate", 1));
            send(teller, outputs.ledger(), null, entry("rejected", 1));
            teller.commitTransaction();
            teller.beginTransaction();
            send(teller, outputs.results(), "DE", row("DE", 999, "on_time"));
            send(teller, outputs.late(), null, "{\"late\":2}");
            teller.abortTransaction();
            teller.beginTransaction();
            send(teller, outputs.results(), "DE", row("DE", 4, "late_update"));
            teller.commitTransaction();

            assertThat(reader.readToEnd(PATIENCE, into(seen))).isEmpty();

            assertThat(seen)
                    .containsExactlyInAnyOrder(
                            "DE 3", "DE 4 update", "late {\"late\":1}", "dead {\"dead\":1}");
            assertThat(reader.counts())
                    .isEqualTo(new OutputCounts(4, 1, 1, 1, 2, 0, 4, 1, 0, 0, 1));
            assertThat(Ledger.of(6, reader.counts(), true).addsUp()).isTrue();
        }
    }

    @Test
    void anOpenTransactionIsSaidToHideRecordsUntilItIsCommitted() throws Exception {
        Outputs outputs = outputs();
        create(outputs);
        try (OutputReader reader = OutputReader.from(servers, outputs, RowForm.PLAIN, Map.of());
                KafkaProducer<byte[], byte[]> teller = transactional("teller-2")) {
            teller.beginTransaction();
            send(teller, outputs.late(), null, "{}");
            send(teller, outputs.late(), null, "{}");
            teller.flush();

            assertThat(reader.readToEnd(SHORT, NOBODY))
                    .containsExactly(
                            "topic "
                                    + outputs.late()
                                    + ", partition 0: offsets 0 to 1 stand behind a transaction that is neither"
                                    + " committed nor aborted");
            assertThat(reader.counts()).isEqualTo(OutputCounts.NONE);

            teller.commitTransaction();
            assertThat(reader.readToEnd(PATIENCE, NOBODY)).isEmpty();
            assertThat(reader.counts().late()).isEqualTo(2);
        }
    }

    @Test
    void topicsThatDoNotExistYetAreWaitedForAndNotMade() throws Exception {
        Outputs outputs = outputs();
        try (OutputReader reader = OutputReader.from(servers, outputs, RowForm.PLAIN, Map.of())) {
            reader.poll(Duration.ofMillis(50), NOBODY);
            assertThat(reader.readToEnd(SHORT, NOBODY)).isEmpty();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
                assertThat(admin.listTopics().names().get())
                        .doesNotContainAnyElementsOf(
                                List.of(outputs.results(), outputs.late(), outputs.ledger()));
            }
            create(outputs);
            try (KafkaProducer<byte[], byte[]> teller = transactional("teller-3")) {
                teller.beginTransaction();
                send(teller, outputs.ledger(), null, entry("duplicate", 7));
                teller.commitTransaction();
            }
            long start = System.nanoTime();
            while (reader.counts().duplicates() < 7
                    && System.nanoTime() - start < PATIENCE.toNanos()) {
                reader.poll(Duration.ofMillis(50), NOBODY);
            }

            assertThat(reader.counts().duplicates()).isEqualTo(7);
        }
    }

    @Test
    void readingBeginsAtTheOffsetsThatAreGiven() throws Exception {
        Outputs outputs = outputs();
        create(outputs);
        try (KafkaProducer<byte[], byte[]> teller = transactional("teller-4")) {
            teller.beginTransaction();
            for (int i = 0; i < 5; i++) {
                send(teller, outputs.late(), null, "{\"late\":" + i + "}");
            }
            teller.commitTransaction();
        }
        List<String> seen = new ArrayList<>();
        try (OutputReader reader =
                OutputReader.from(
                        servers, outputs, RowForm.PLAIN, Map.of(outputs.late(), Map.of(0, 3L)))) {
            reader.readToEnd(PATIENCE, into(seen));
        }

        assertThat(seen).containsExactly("late {\"late\":3}", "late {\"late\":4}");
    }

    @Test
    void aRecordThatDoesNotBelongThereIsNamedByItsPlace() throws Exception {
        Outputs outputs = outputs();
        create(outputs);
        try (KafkaProducer<byte[], byte[]> teller = transactional("teller-5")) {
            teller.beginTransaction();
            send(teller, outputs.ledger(), null, entry("admitted", 1));
            send(teller, outputs.ledger(), null, "something else");
            teller.commitTransaction();
        }
        try (OutputReader reader = OutputReader.from(servers, outputs, RowForm.PLAIN, Map.of())) {
            assertThatThrownBy(() -> reader.readToEnd(PATIENCE, NOBODY))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "topic "
                                    + outputs.ledger()
                                    + ", partition 0, offset 1: not JSON: something else");
        }
    }

    private Outputs outputs() {
        String job = "job" + jobs.incrementAndGet();
        return new Outputs(job + "-results", job + "-late", job + "-dead", job + "-ledger");
    }

    private void create(Outputs outputs) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            List<NewTopic> topics =
                    List.of(
                            new NewTopic(outputs.results(), 2, (short) 1),
                            new NewTopic(outputs.late(), 1, (short) 1),
                            new NewTopic(outputs.deadLetters(), 1, (short) 1),
                            new NewTopic(outputs.ledger(), 1, (short) 1));
            admin.createTopics(topics).all().get();
        }
    }

    private KafkaProducer<byte[], byte[]> transactional(String id) {
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers, "transactional.id", id),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    private static void send(
            KafkaProducer<byte[], byte[]> producer,
            String topic,
            @Nullable String key,
            String value) {
        // The commit of the transaction waits for it.
        Future<RecordMetadata> unused =
                producer.send(
                        new ProducerRecord<>(
                                topic,
                                key == null ? null : key.getBytes(UTF_8),
                                value.getBytes(UTF_8)));
    }

    private static OutputListener into(List<String> seen) {
        return new OutputListener() {
            @Override
            public void onResult(ResultRow row) {
                seen.add(row.key() + " " + row.count() + (row.update() ? " update" : ""));
            }

            @Override
            public void onLate(String json) {
                seen.add("late " + json);
            }

            @Override
            public void onDeadLetter(String json) {
                seen.add("dead " + json);
            }
        };
    }

    private static String row(String key, int count, String pane) {
        return "{\"window_start\":\"2009-12-01T00:00:00Z\",\"window_end\":\"2009-12-01T00:01:00Z\",\"key\":\"%s\",\"count\":%d,\"sum\":505.30,\"pane\":\"%s\"}"
                .formatted(key, count, pane);
    }

    private static String entry(String account, long increment) {
        return "{\"account\":\"%s\",\"increment\":%d}".formatted(account, increment);
    }
}
