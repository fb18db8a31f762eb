package io.tidemark.system.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Stands for a test that is killed: starts processes, pauses one, tells who they are, and waits.
 */
final class Testator {

    private Testator() {}

    /**
     * Writes the process ids of the others into a file.
     *
     * @param args a directory for all that, and that file
     */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Path told = Path.of(args[1]);
        Database database = Database.startIn(directory.resolve("database"));
        ChildProcess paused =
                ChildProcess.java(
                        "paused",
                        directory.resolve("paused.out"),
                        List.of("-Xmx32m"),
                        Idle.class,
                        List.of());
        paused.pause();
        Path half = told.resolveSibling("half");
        Files.write(half, List.of(Long.toString(database.pid()), Long.toString(paused.pid())));
        Files.move(half, told, StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
    }

    /** Does nothing for ever. */
    static final class Idle {

        private Idle() {}

        public static void main(String[] args) throws Exception {
            new CountDownLatch(1).await();
        }
    }
}
