package io.tidemark.bench.sinks;

import io.tidemark.local.LocalBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker in a JVM of its own, so that its work and its garbage are not the sinks'. It ends
 * with the process that started it.
 */
final class BrokerProcess implements AutoCloseable {

    private static final String READY = "ready at ";

    private final Process process;
    private final String servers;

    private BrokerProcess(Process process, String servers) {
        this.process = process;
        this.servers = servers;
    }

    /**
     * Starts one and returns when it takes requests.
     *
     * @throws IOException if it ends before that
     */
    static BrokerProcess startIn(Path directory) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx1g",
                                "-Dlog4j2.level=ERROR",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BrokerProcess.class.getName(),
                                directory.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        @Nullable String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the broker ended before it was ready: see its complaint above");
        }
        return new BrokerProcess(process, line.substring(READY.length()));
    }

    /** The broker itself: runs until nobody holds its input any more. */
    public static void main(String[] args) throws IOException {
        try (LocalBroker broker = LocalBroker.startIn(Path.of(args[0]))) {
            System.out.println(READY + broker.bootstrapServers());
            while (System.in.read() >= 0) {
                // Nothing is said, only that somebody is there.
            }
        }
    }

    String servers() {
        return servers;
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
