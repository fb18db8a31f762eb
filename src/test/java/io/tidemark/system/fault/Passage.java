package io.tidemark.system.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts what passes a place in any process, at once: Flink's own metrics come late, and go with
 * the process that has them.
 */
public final class Passage {

    private static final @Nullable Path CONTROL =
            System.getProperty(Faults.DIRECTORY) == null
                    ? null
                    : Path.of(System.getProperty(Faults.DIRECTORY));

    private static final Map<String, Passage> OPEN = new ConcurrentHashMap<>();

    private final FileChannel file;
    private long count;

    private Passage(Path path) {
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts one more at a place. */
    public static void count(String place) {
        if (CONTROL != null) {
            String name = place + "." + ProcessHandle.current().pid() + ".passage";
            Path path = CONTROL.resolve(name);
            OPEN.computeIfAbsent(name, unused -> new Passage(path)).add();
        }
    }

    private synchronized void add() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).putLong(++count).flip();
        try {
            file.write(bytes, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many have passed the place so far, in all processes. */
    static long sum(Path control, String place) {
        try (Stream<Path> files = Files.list(control)) {
            long sum = 0;
            for (Path path : files.toList()) {
                String name = path.getFileName().toString();
                if (name.startsWith(place + ".") && name.endsWith(".passage")) {
                    byte[] bytes = Files.readAllBytes(path);
                    sum += bytes.length < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getLong();
                }
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
