package io.tidemark.system.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.system.Fed;
import io.tidemark.system.Json;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.runtime.util.EnvironmentInformation;

/**
 * A savepoint of a job, kept from the version that wrote it, in a directory of its own: {@code
 * _metadata}, in which all state lies, so that it can be restored wherever it is; {@code
 * facts.json}, which tells when and by what it was made and what it had read; and {@code
 * put-out.jsonl}, which has what the job had put out until then.
 *
 * @param directory the directory {@code savepoints/JOB/NUMBER}
 */
record KeptSavepoint(JobOverOrders job, Path directory) {

    /** Partitions of the topic of orders. */
    static final int PARTITIONS = 2;

    /** At which it was made. */
    static final int PARALLELISM = 2;

    private static final String FACTS = "facts.json";
    private static final String PUT_OUT = "put-out.jsonl";

    /** Where all of them lie. */
    static Path all() {
        try {
            return Path.of(
                    Objects.requireNonNull(
                                    KeptSavepoint.class.getResource("/savepoints"),
                                    "no savepoints on the class path")
                            .toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Those of a job, the oldest first. */
    static List<KeptSavepoint> of(JobOverOrders job, Path all) throws IOException {
        Path ofJob = all.resolve(job.name());
        if (!Files.isDirectory(ofJob)) {
            return List.of();
        }
        try (Stream<Path> directories = Files.list(ofJob)) {
            return directories
                    .map(directory -> new KeptSavepoint(job, directory))
                    .sorted(Comparator.comparing(KeptSavepoint::number))
                    .toList();
        }
    }

    /**
     * The name of the job and of its topics, which stand in the savepoint: a restored job goes on
     * under the same ones.
     */
    String name() {
        return "kept-" + job.name() + "-" + number();
    }

    private int number() {
        return Integer.parseInt(directory.getFileName().toString());
    }

    /** Whether no later one of its job is kept. */
    boolean isNewest() throws IOException {
        List<KeptSavepoint> all = of(job, directory.resolve("../..").normalize());
        return equals(all.get(all.size() - 1));
    }

    String uri() {
        return directory.toUri().toString();
    }

    /** The whole log of orders, of which the savepoint has read the first half. */
    List<Fed> history() throws IOException {
        Path log = directory.resolve("../..").resolve(facts().required("history").asText());
        return KeptHistory.read(log.normalize());
    }

    /** Where it reads on, by partition. */
    Map<Integer, Long> read() throws IOException {
        Map<Integer, Long> read = new TreeMap<>();
        facts().required("read")
                .properties()
                .forEach(
                        partition ->
                                read.put(
                                        Integer.valueOf(partition.getKey()),
                                        partition.getValue().asLong()));
        return read;
    }

    PutOut putOut() throws IOException {
        return PutOut.read(Files.readAllLines(directory.resolve(PUT_OUT)));
    }

    private JsonNode facts() throws IOException {
        return Json.read(Files.readAllBytes(directory.resolve(FACTS)));
    }

    /**
     * Writes all that is kept.
     *
     * @param savepoint the directory into which Flink wrote the savepoint
     * @param history the name of the file with the log of orders
     */
    void write(Path savepoint, String history, Map<Integer, Long> read, PutOut putOut)
            throws IOException {
        Files.createDirectories(directory);
        Files.copy(savepoint.resolve("_metadata"), directory.resolve("_metadata"));
        Files.write(directory.resolve(PUT_OUT), putOut.lines());
        ObjectNode facts =
                Json.object()
                        .put("job", job.name())
                        .put("flink", EnvironmentInformation.getVersion())
                        .put("made", LocalDate.now(ZoneOffset.UTC).toString())
                        .put("parallelism", PARALLELISM)
                        .put("history", history);
        ObjectNode offsets = facts.putObject("read");
        read.forEach((partition, next) -> offsets.put(partition.toString(), next));
        Files.writeString(
                directory.resolve(FACTS), facts.toPrettyString() + System.lineSeparator(), UTF_8);
    }

    @Override
    public String toString() {
        return job + " " + number();
    }
}
