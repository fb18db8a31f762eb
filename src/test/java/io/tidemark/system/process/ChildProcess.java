package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that the test has started, and what can be done to it from outside. */
public final class ChildProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String name;
    private final Process process;
    private final Path log;
    private @Nullable LastWill whilePaused;

    private ChildProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a JVM with the class path of this one.
     *
     * @param log where its output and its log go
     */
    static ChildProcess java(
            String name, Path log, List<String> jvm, Class<?> main, List<String> arguments) {
        return java(name, log, jvm, main.getName(), arguments);
    }

    static ChildProcess java(
            String name, Path log, List<String> jvm, String main, List<String> arguments) {
        return java(name, log, Map.of(), jvm, main, arguments);
    }

    /**
     * The same with more variables in its environment.
     *
     * @param environment those variables
     */
    static ChildProcess java(
            String name,
            Path log,
            Map<String, String> environment,
            List<String> jvm,
            String main,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        // Short lives: what starts fast is better than what runs fast.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Dlog4j2.configurationFile=child-log4j2.properties",
                        "-cp",
                        System.getProperty("java.class.path")));
        command.addAll(jvm);
        command.add(Child.class.getName());
        command.add(main);
        command.addAll(arguments);
        try {
            Files.createDirectories(log.getParent());
            ProcessBuilder process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            process.environment().putAll(environment);
            return new ChildProcess(name, process.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " did not start", e);
        }
    }

    /** What it is called in the test. */
    public String name() {
        return name;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it has not ended yet; a paused one has not. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it at once, as a power cut would, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
        revokeWill();
    }

    /** Waits until it has ended by itself. */
    public void awaitEnd() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError(name + " has not ended; its log: " + log);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Stops it in the middle of whatever it does, without a word to anybody. */
    public void pause() {
        revokeWill(); // It may be paused already.
        // Whoever is paused does not see his parent go.
        whilePaused = LastWill.signal("CONT", pid());
        signal("STOP");
    }

    /** Lets it go on where it was paused. */
    public void resume() {
        signal("CONT");
        revokeWill();
    }

    private void revokeWill() {
        if (whilePaused != null) {
            whilePaused.revoke();
            whilePaused = null;
        }
    }

    private void signal(String signal) {
        try {
            int status =
                    new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                            .inheritIO()
                            .start()
                            .waitFor();
            if (status != 0) {
                throw new AssertionError(name + " took no SIG" + signal);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
