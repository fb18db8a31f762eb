package io.tidemark.system.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One run of a command, as a process of its own; closing it ends the process if it still runs. */
final class Command implements AutoCloseable {

    /** Far more than any run here takes, also on a machine that has others to serve. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final String IGNORED_SIGNALS = "SigIgn:";

    /** Signal 2 in a mask of signals. */
    private static final long INTERRUPT = 1L << (2 - 1);

    private static final Pattern FED = Pattern.compile("fed ([0-9,]+) records?");

    private final Process process;
    private final Path out;
    private final Path err;
    private final long startNanos = System.nanoTime();

    private Command(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static Command start(Path directory, String program, List<String> arguments) {
        List<String> line = new ArrayList<>();
        try {
            if (interruptIsIgnored()) {
                line.addAll(List.of("env", "--default-signal=INT"));
            }
            line.add(program);
            line.addAll(arguments);
            Path out = Files.createTempFile(directory, "out", ".txt");
            Path err = Files.createTempFile(directory, "err", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(line)
                            .directory(directory.toFile())
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile());
            // The JVM that runs the script is to be the one that runs the test.
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            // In a short life the second compiler costs more than it brings.
            builder.environment().putIfAbsent("TIDEMARK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
            return new Command(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the end. */
    Ended end() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("it does not end: " + so(-1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return so(process.exitValue());
    }

    /** Waits until what it has printed so far is as wanted. */
    void awaitOutput(String wanted, Predicate<String> check) {
        await(wanted + " from " + process.pid())
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> {
                            if (!process.isAlive()) {
                                throw new AssertionError(
                                        "it ended before "
                                                + wanted
                                                + ": "
                                                + so(process.exitValue()));
                            }
                            return check.test(text(out));
                        });
    }

    /** How many records a run says that it has fed so far. */
    static long fed(String output) {
        Matcher fed = FED.matcher(output);
        long last = 0;
        while (fed.find()) {
            last = Long.parseLong(fed.group(1).replace(",", ""));
        }
        return last;
    }

    /**
     * Whether a child of this process would never hear of Ctrl-C: a shell ignores it on behalf of
     * what it starts in the background, and so would everything that is started from there.
     */
    private static boolean interruptIsIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(status, UTF_8)) {
            return lines.filter(line -> line.startsWith(IGNORED_SIGNALS))
                    .map(line -> line.substring(IGNORED_SIGNALS.length()).strip())
                    .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INTERRUPT) != 0);
        }
    }

    /** Sends a signal, INT as Ctrl-C does. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private Ended so(int status) {
        return new Ended(
                status, text(out), text(err), Duration.ofNanos(System.nanoTime() - startNanos));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What is left of a run.
     *
     * @param status its exit status
     * @param out what it printed on standard output
     * @param err what it printed on standard error
     * @param took from its start to its end
     */
    record Ended(int status, String out, String err, Duration took) {

        /** The first line on standard error. */
        String reason() {
            return err.lines().findFirst().orElse("");
        }
    }
}
