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

    private static void reach(Path control, Point point, int subtask) {
        Path armed = control.resolve(point + ".armed");
        if (!Files.exists(armed)) {
            return;
        }
        Act act;
        try {
            String[] order = Files.readString(armed).trim().split(" ");
            int wanted = Integer.parseInt(order[1]);
            if (wanted != ANY && subtask != wanted) {
                return;
            }
            act = Act.valueOf(order[0]);
            // Of several that come by at once, one is first.
            Files.move(armed, control.resolve(point + ".taken"), StandardCopyOption.ATOMIC_MOVE);
            Path note = control.resolve(point + ".note");
            Files.writeString(note, ProcessHandle.current().pid() + " " + subtask);
            Files.move(note, fired(control, point), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException taken) {
            return;
        } catch (FileSystemException raced) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        act(control, point, act);
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

    static Path fired(Path control, Point point) {
        return control.resolve(point + ".fired");
    }
}
