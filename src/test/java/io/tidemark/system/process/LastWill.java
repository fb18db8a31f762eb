package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * A signal that a process gets when this one is gone, however it goes: what a {@link Child} can't
 * see to, because it is paused or is no JVM. A shell waits for it, whose standard input ends with
 * this process.
 */
final class LastWill {

    private final Process executor;

    private LastWill(Process executor) {
        this.executor = executor;
    }

    /** Sends such a signal, {@code CONT} for example, to the process in the end. */
    static LastWill signal(String signal, long pid) {
        try {
            return new LastWill(
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "read -r revoked || kill -\"$1\" \"$2\"",
                                    "last-will",
                                    signal,
                                    Long.toString(pid))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves the process alone from now on; nothing happens if it was revoked before. */
    void revoke() {
        if (!executor.isAlive()) {
            return;
        }
        try (var in = executor.getOutputStream()) {
            in.write('\n');
            in.flush();
            if (!executor.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("a last will was not revoked");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
