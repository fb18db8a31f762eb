package io.tidemark.local;

import io.tidemark.local.traffic.CsvTraffic;
import io.tidemark.local.traffic.Feeder;
import io.tidemark.local.traffic.SyntheticShop;
import io.tidemark.local.traffic.Traffic;
import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The traffic that a run's options ask for, and what the input topic must look like to take it.
 *
 * @param traffic the records
 * @param partitions how many partitions a new topic gets
 * @param partitionsWanted the number that a topic which is there already must have, if any
 * @param bounded whether the traffic ends by itself
 * @param identity by which a later run over a kept log recognizes the same traffic, if it can
 */
record Feed(
        Traffic traffic,
        int partitions,
        OptionalInt partitionsWanted,
        boolean bounded,
        Optional<String> identity) {

    /**
     * Opens the traffic and checks it as far as the job's fields ask for.
     *
     * @throws WrongUsage if the file cannot be read, or lacks a field that the job needs
     */
    static Feed open(LocalOptions options, JobDescription job) {
        if (options.input().isPresent()) {
            Path file = options.input().get();
            Traffic rows =
                    CsvTraffic.open(
                            file,
                            new CsvTraffic.Settings(
                                    job.fields(),
                                    options.partitions(),
                                    options.feedKey(),
                                    options.speed()));
            // Only a kept log can hold rows of an earlier run.
            Optional<String> identity = options.keep().map(kept -> identityOf(file));
            return new Feed(
                    rows,
                    options.partitions(),
                    OptionalInt.of(options.partitions()),
                    true,
                    identity);
        }
        return new Feed(
                SyntheticShop.of(
                        new SyntheticShop.Settings(
                                job.fields(),
                                options.seed(),
                                options.rate(),
                                options.runFor(),
                                Clock.systemUTC())),
                SyntheticShop.PARTITIONS,
                OptionalInt.empty(),
                options.runFor().isPresent(),
                Optional.empty());
    }

    /** Begins to send. */
    Feeder startTo(String servers, String topic, int topicPartitions) {
        return Feeder.start(servers, topic, topicPartitions, traffic, identity);
    }

    /** The same content under the same name is the same traffic, wherever the file lies. */
    static String identityOf(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
                long size = bytes.transferTo(java.io.OutputStream.nullOutputStream());
                return "%s:%d:%s"
                        .formatted(
                                file.getFileName(),
                                size,
                                HexFormat.of().formatHex(digest.digest()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
