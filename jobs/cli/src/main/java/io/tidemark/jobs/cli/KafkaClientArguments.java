package io.tidemark.jobs.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments that say how to reach Kafka; a command takes it in as a picocli mixin. */
public final class KafkaClientArguments {

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            defaultValue = "localhost:9092",
            description =
                    "Kafka brokers to ask first, separated by commas. Default: ${DEFAULT-VALUE}")
    private String bootstrapServers = "";

    @Option(
            names = "--kafka-properties",
            paramLabel = "FILE",
            description =
                    "Java properties file with settings for every Kafka client of the job, such as"
                            + " security.protocol and sasl.jaas.config. Read where the job is"
                            + " submitted")
    private @Nullable Path kafkaProperties;

    /**
     * Properties for every client; {@code bootstrap.servers} is among them.
     *
     * @throws UsageException if no broker is named, or the file cannot be read
     */
    public Properties client() {
        Usage.require(
                !bootstrapServers.isBlank(),
                "--bootstrap-servers",
                bootstrapServers,
                "give HOST:PORT");
        Properties client = new Properties();
        if (kafkaProperties != null) {
            try (Reader file = Files.newBufferedReader(kafkaProperties, StandardCharsets.UTF_8)) {
                client.load(file);
            } catch (IOException | IllegalArgumentException unreadable) {
                throw new UsageException(
                        "--kafka-properties="
                                + kafkaProperties
                                + " can't be read ("
                                + unreadable
                                + "): give a Java properties file");
            }
        }
        client.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return client;
    }
}
