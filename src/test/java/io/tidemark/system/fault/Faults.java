package io.tidemark.system.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The inner side of faults: what a process asks at each {@link Point}. */
public final class Faults {

    /** Any subtask. */
    public static final int ANY = -1;

    static final String DIRECTORY = "tidemark.faults";

    private static final @Nullable Path CONTROL =
            System.getProperty(DIRECTORY) == null ? null : Path.of(System.getProperty(DIRECTORY));

    private Faults() {}

    /**
     * Does here what has been ordered for this point, if anything has.
     *
     * @param subtask whose point it is, or {@link #ANY} where there are no subtasks
     */
    public static void reach(Point point, int subtask) {
        if (CONTROL != null) {
            reach(CONTROL, point, subtask);
        }
    }

    /** What comes behind a point. */
    @FunctionalInterface
    interface Call {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Does what has been ordered for this point and then what comes behind it. How that went is
     * noted if it was {@link Act#STALL stalled} at the point.
     */
    static void reachBefore(Call call, Point point, int subtask)
            throws IOException, InterruptedException {
        if (CONTROL == null || reach(CONTROL, point, subtask) != Act.STALL) {
            call.run();
            return;
        }
        try {
            call.run();
        } catch (Throwable thrown) {
            note(outcome(CONTROL, point), "threw " + names(thrown));
            throw thrown;
        }
        note(outcome(CONTROL, point), "returned");
    }

    private static String names(Throwable thrown) {
        Throwable first = thrown;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        String name = thrown.getClass().getSimpleName();
        return first == thrown ? name : name + " for " + first.getClass().getSimpleName();
    }

    /** What was done; null if nothing was ordered. */
    private static @Nullable Act reach(Path control, Point point, int subtask) {
        Path armed = control.resolve(point + ".armed");
        if (!Files.exists(armed)) {
            return null;
        }
        Act act;
        try {
            String[] order = Files.readString(armed).trim().split(" ");
            int wanted = Integer.parseInt(order[1]);
            if (wanted != ANY && subtask != wanted) {
                return null;
            }
            act = Act.valueOf(order[0]);
            // Of several that come by at once, one is first.
            Files.move(armed, control.resolve(point + ".taken"), StandardCopyOption.ATOMIC_MOVE);
            note(fired(control, point), ProcessHandle.current().pid() + " " + subtask);
        } catch (NoSuchFileException taken) {
            return null;
        } catch (FileSystemException raced) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        act(control, point, act);
        return act;
    }

    /** Writes a file that is whole as soon as it is there. */
    private static void note(Path file, String text) throws IOException {
        Path half = file.resolveSibling(file.getFileName() + ".note");
        Files.writeString(half, text);
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void act(Path control, Point point, Act act) {
        switch (act) {
            case HALT -> Runtime.getRuntime().halt(137);
            case THROW -> throw new InjectedFault(point);
            case HOLD -> hold(control, point);
            case STALL -> stall(control, point);
            case PASS -> {}
        }
    }

    private static void hold(Path control, Point point) {
        Path released = control.resolve(point + ".released");
        while (!Files.exists(released) && Files.exists(fired(control, point))) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
                throw new InjectedFault(point);
            }
        }
    }

    private static void stall(Path control, Point point) {
        Path released = control.resolve(point + ".released");
        while (!Files.exists(released) && Files.exists(fired(control, point))) {
            LockSupport.parkNanos(5_000_000);
            Thread.interrupted(); // Of the task that is being cancelled; it would not get on.
        }
        try {
            Files.writeString(goneOn(control, point), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path goneOn(Path control, Point point) {
        return control.resolve(point + ".gone-on");
    }

    static Path outcome(Path control, Point point) {
        return control.resolve(point + ".outcome");
    }

    static Path fired(Path control, Point point) {
        return control.resolve(point + ".fired");
    }
}
