package io.tidemark.system.conf;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;

/**
 * A directory of {@code flink-conf} that a cluster can be started with.
 *
 * @param name its name, which {@code start-cluster} takes
 */
record Profile(String name) {

    /** The root of the project. */
    static final Path HOUSE =
            Path.of(System.getProperty("tidemark.house", "../..")).toAbsolutePath().normalize();

    static final Path FLINK_CONF = HOUSE.resolve("flink-conf");

    /** Each directory that has a {@code config.yaml}. */
    static List<Profile> all() {
        try (Stream<Path> entries = Files.list(FLINK_CONF)) {
            return entries.filter(entry -> Files.exists(entry.resolve("config.yaml")))
                    .map(entry -> new Profile(entry.getFileName().toString()))
                    .sorted((one, other) -> one.name().compareTo(other.name()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path directory() {
        return FLINK_CONF.resolve(name);
    }

    /** The names of its files. */
    List<String> files() {
        try (Stream<Path> entries = Files.list(directory())) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of them, line by line. */
    List<String> lines(String file) {
        try {
            return Files.readAllLines(directory().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The settings as Flink reads them. */
    Configuration settings() {
        return GlobalConfiguration.loadConfiguration(directory().toString());
    }

    /** The settings of its ZooKeeper; empty if it has none. */
    Properties zooKeeper() {
        Properties settings = new Properties();
        Path file = directory().resolve("zoo.cfg");
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                settings.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return settings;
    }

    @Override
    public String toString() {
        return name;
    }
}
