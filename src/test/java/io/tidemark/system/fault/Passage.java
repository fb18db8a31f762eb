package io.tidemark.system.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notes what passes a place in any process, at once: Flink's own metrics come late, and go with the
 * process that has them. A note is a line: what passed, and the time by that process' clock.
 */
public final class Passage {

    private static final @Nullable Path CONTROL =
            System.getProperty(Faults.DIRECTORY) == null
                    ? null
                    : Path.of(System.getProperty(Faults.DIRECTORY));

    private static final Map<Path, FileChannel> OPEN = new ConcurrentHashMap<>();

    private Passage() {}

    /** Notes that something has passed a place. */
    public static void note(String place, String what) {
        if (CONTROL == null) {
            return;
        }
        FileChannel file =
                OPEN.compute(
                        file(CONTROL, place, ProcessHandle.current().pid()),
                        // A task that is cancelled while it writes closes the file for all.
                        (path, open) -> open != null && open.isOpen() ? open : open(path));
        byte[] line = (what + ' ' + System.currentTimeMillis() + '\n').getBytes(UTF_8);
        try {
            file.write(ByteBuffer.wrap(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path file(Path control, String place, long pid) {
        return control.resolve(place + "." + pid + ".passage");
    }

    /** All that has passed the place so far, in all processes. */
    static Set<String> all(Path control, String place) {
        Set<String> all = new HashSet<>();
        try (Stream<Path> files = Files.list(control)) {
            for (Path path : files.toList()) {
                String name = path.getFileName().toString();
                if (name.startsWith(place + ".") && name.endsWith(".passage")) {
                    lines(path).forEach(line -> all.add(line.substring(0, line.indexOf(' '))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** When something passed the place last in that process, by its clock in milliseconds. */
    static Optional<Long> last(Path control, String place, long pid) {
        Path path = file(control, place, pid);
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        return lines(path)
                .reduce((one, next) -> next)
                .map(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)));
    }

    /** The lines that are whole. */
    private static Stream<String> lines(Path path) {
        try {
            String text = Files.readString(path);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
