package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one directory in which a run leaves everything: the broker's log, checkpoints, savepoints and
 * scratch files.
 *
 * <p>A temporary one is deleted when it is closed. A kept one stays, but for its scratch files, and
 * is locked while it is open: two brokers over one log would ruin it.
 */
final class RunDirectory implements AutoCloseable {
    private final Path root;
    private final @Nullable FileChannel lock;

    private RunDirectory(Path root, @Nullable FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /** A new directory among the system's temporary files, gone when it is closed. */
    static RunDirectory temporary() {
        try {
            return new RunDirectory(Files.createTempDirectory("tidemark-"), null).prepared();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * This directory, made if absent.
     *
     * @throws WrongUsage if it cannot be written, or another run has it open
     */
    static RunDirectory kept(Path root) {
        try {
            Files.createDirectories(root);
            FileChannel channel =
                    FileChannel.open(
                            root.resolve("lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new WrongUsage(
                        "--keep="
                                + root
                                + ": another run has this directory open; stop it, or name another"
                                + " directory");
            }
            return new RunDirectory(root, channel).prepared();
        } catch (IOException e) {
            throw new WrongUsage(
                    "--keep=" + root + ": cannot be written (" + e + "); name another directory");
        }
    }

    /** Whether it stays when it is closed. */
    boolean isKept() {
        return lock != null;
    }

    Path root() {
        return root;
    }

    Path brokerLog() {
        return root.resolve("kafka");
    }

    Path checkpoints() {
        return root.resolve("checkpoints");
    }

    Path savepoints() {
        return root.resolve("savepoints");
    }

    /** For files that nobody needs once the run is over. */
    Path scratch() {
        return root.resolve("scratch");
    }

    /** The newest complete checkpoint of this job; empty if it left none. */
    Optional<Path> newestCheckpoint(String jobId) {
        Path ofJob = checkpoints().resolve(jobId);
        if (!Files.isDirectory(ofJob)) {
            return Optional.empty();
        }
        try (Stream<Path> entries = Files.list(ofJob)) {
            return entries.filter(RunDirectory::isCompleteCheckpoint)
                    .max(Comparator.comparingLong(RunDirectory::checkpointNumber));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes all savepoints and checkpoints that this path is not in. */
    void deleteStateExcept(Optional<Path> needed) {
        for (Path parent : List.of(checkpoints(), savepoints())) {
            try (Stream<Path> entries = Files.list(parent)) {
                entries.filter(entry -> needed.filter(path -> path.startsWith(entry)).isEmpty())
                        .forEach(RunDirectory::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            if (lock == null) {
                delete(root);
            } else {
                delete(scratch());
                lock.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunDirectory prepared() throws IOException {
        // A run that was killed has left its scratch files.
        delete(scratch());
        for (Path directory : List.of(checkpoints(), savepoints(), scratch())) {
            Files.createDirectories(directory);
        }
        return this;
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static boolean isCompleteCheckpoint(Path path) {
        return path.getFileName().toString().startsWith("chk-")
                && Files.exists(path.resolve("_metadata"));
    }

    private static long checkpointNumber(Path path) {
        return Long.parseLong(path.getFileName().toString().substring("chk-".length()));
    }

    private static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try {
            Files.walkFileTree(
                    tree,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Files.deleteIfExists(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure)
                                throws IOException {
                            // Flink's own clean-up may be faster.
                            if (failure instanceof NoSuchFileException) {
                                return FileVisitResult.CONTINUE;
                            }
                            throw failure;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(
                                Path directory, @Nullable IOException failure) throws IOException {
                            Files.deleteIfExists(directory);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
