package io.tidemark.system.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program of {@code flink-conf}, run against the cluster in one directory. */
final class Script {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final Path program;
    private final Path cluster;

    private Script(Path program, Path cluster) {
        this.program = program;
        this.cluster = cluster;
    }

    /** A script below {@code flink-conf}; the directory of the cluster need not exist yet. */
    static Script of(String name, Path cluster) {
        return new Script(Profile.FLINK_CONF.resolve(name), cluster);
    }

    /** Starts it and leaves it running; what it prints goes to a file. */
    Process start(Path output, List<String> arguments) {
        try {
            return builder(arguments).redirectOutput(output.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it to its end. */
    Ended run(List<String> arguments) {
        @Nullable Path output = null;
        try {
            output = Files.createTempFile("script", ".out");
            Process process = start(output, arguments);
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        program + " " + arguments + " does not end: " + Files.readString(output));
            }
            return new Ended(process.exitValue(), Files.readString(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } finally {
            delete(output);
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(program.toString());
        line.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .directory(Profile.HOUSE.toFile())
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("TIDEMARK_CLUSTER", cluster.toString());
        // The JVM that runs the cluster is to be the one that runs the test.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    /**
     * What is left of a run.
     *
     * @param status its exit status
     * @param output what it printed on both streams
     */
    record Ended(int status, String output) {}
}
