package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.local.LocalBroker;
import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a broker that is not the platform's, and may lack what the job needs. */
class UsersBrokerIT {
    private static final int FAILED = 1;

    private static LocalBroker broker;

    private House house;

    @BeforeAll
    static void startBroker(@TempDir Path log) {
        broker = LocalBroker.startIn(log);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void makeHouse(@TempDir Path temporary) {
        house = House.in(temporary);
    }

    @AfterEach
    void closeHouse() {
        house.close();
    }

    @Test
    void saysSoonThatNobodyAnswers() throws IOException {
        int port;
        try (ServerSocket closedAgain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closedAgain.getLocalPort();
        }
        String address = "127.0.0.1:" + port;

        Ended ended = run("--bootstrap-servers", address);

        assertFailure(ended, "--bootstrap-servers=" + address + ": no broker answers there");
        // Ten seconds, a process and a busy machine; Kafka's own patience is a minute.
        assertThat(ended.took()).isLessThan(Duration.ofSeconds(45));
    }

    @Test
    void namesTheTopicThatIsMissing() {
        Ended ended = run("--bootstrap-servers", servers(), "--topic", "no-such-orders");

        assertFailure(ended, "topic \"no-such-orders\" does not exist on " + servers());
    }

    @Test
    void quotesBothTransactionTimeouts() throws Exception {
        createTopic("orders-of-the-slow");

        Ended ended =
                run(
                        "--bootstrap-servers=" + servers(),
                        "--topic=orders-of-the-slow",
                        "--transaction-timeout=20m");

        assertFailure(
                ended,
                "transaction.timeout.ms=1200000 exceeds the broker's"
                        + " transaction.max.timeout.ms=900000");
    }

    @Test
    void readsWhatIsThereAndFeedsNothing(@TempDir Path temporary) throws Exception {
        List<Orders.Row> rows = Orders.ofDays(20, 16);
        createTopic("orders-of-mine");
        produce("orders-of-mine", rows);
        Path output = temporary.resolve("out");
        List<String> arguments = new ArrayList<>(Replay.FIELDS);
        arguments.addAll(Rules.NARROW.arguments());
        arguments.addAll(List.of("--bootstrap-servers", servers(), "--topic=orders-of-mine"));
        arguments.addAll(List.of("--until-end", "--output", output.toString()));

        Ended ended = run(arguments.toArray(new String[0]));

        assertThat(ended.status()).as(ended.toString()).isZero();
        assertThat(ended.out()).contains("Kafka broker  " + servers()).doesNotContain("fed ");
        Written.in(output).assertIs(Answer.to(rows, Rules.NARROW, 1), rows.size());
    }

    private Ended run(String... arguments) {
        try (Command command = house.startJob(arguments)) {
            return command.end();
        }
    }

    /** The reason first, and no page of stack. */
    private static void assertFailure(Ended ended, String reason) {
        assertThat(ended.status()).as(ended.toString()).isEqualTo(FAILED);
        assertThat(ended.reason()).startsWith(House.JOB + " failed: ").contains(reason);
        assertThat(ended.err().lines().count()).as(ended.err()).isLessThanOrEqualTo(5);
        assertThat(ended.err()).doesNotContain("\tat ", "Caused by:");
    }

    private static String servers() {
        return broker.bootstrapServers();
    }

    private static void createTopic(String name) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
    }

    private static void produce(String topic, List<Orders.Row> rows)
            throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", servers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            List<Future<RecordMetadata>> all = new ArrayList<>();
            for (Orders.Row row : rows) {
                byte[] json = Answer.event(row).toString().getBytes(UTF_8);
                Future<RecordMetadata> sent = producer.send(new ProducerRecord<>(topic, json));
                all.add(sent);
            }
            for (Future<RecordMetadata> sent : all) {
                sent.get();
            }
        }
    }
}
