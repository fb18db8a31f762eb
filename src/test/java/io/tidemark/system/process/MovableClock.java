package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opentest4j.TestAbortedException;

/** The clock of a process, which can be moved while it runs; by {@code libfaketime}. */
public final class MovableClock {

    private static final List<Path> LIBRARIES =
            List.of(
                    Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
                    Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

    private final Path library;
    private final Path offset;

    private MovableClock(Path library, Path offset) {
        this.library = library;
        this.offset = offset;
        move("+0");
    }

    /** A clock that is right, as yet. */
    public static MovableClock in(Path directory) {
        return LIBRARIES.stream()
                .filter(Files::exists)
                .findFirst()
                .map(library -> new MovableClock(library, directory.resolve("clock")))
                .orElseThrow(MovableClock::missing);
    }

    private static RuntimeException missing() {
        String message = "libfaketime is not here: install Debian's package faketime";
        return System.getenv("TIDEMARK_REQUIRE_TOOLS") == null
                ? new TestAbortedException(message)
                : new IllegalStateException(message);
    }

    /** What a process must have in its environment to go by this clock. */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                // Seconds: to read the file at each look at the clock would take most of the time.
                "FAKETIME_CACHE_DURATION", "1",
                // Waits are to last as long as ever; only the time of day moves.
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1");
    }

    /** Moves it so far from the right time, such as {@code +2h}, within a second. */
    public void move(String by) {
        try {
            Files.writeString(offset, by + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
