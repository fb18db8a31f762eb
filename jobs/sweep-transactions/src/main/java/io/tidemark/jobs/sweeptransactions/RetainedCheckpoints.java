package io.tidemark.jobs.sweeptransactions;

import io.tidemark.jobs.cli.UsageException;
import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;

/** The numbers of checkpoints and savepoints, read from where they lie. */
final class RetainedCheckpoints {

    private static final String METADATA = "_metadata";

    private RetainedCheckpoints() {}

    /**
     * A checkpoint or savepoint.
     *
     * @param number its number
     * @param path where it lies
     */
    record Retained(long number, String path) {}

    /**
     * The one with the highest number of all at or below these places.
     *
     * @throws UsageException if there is none at or below one of them
     * @throws IOException if one can't be read
     */
    static Optional<Retained> newest(Collection<String> places) throws IOException {
        Optional<Retained> newest = Optional.empty();
        for (String place : places) {
            List<Path> found = new ArrayList<>();
            collect(new Path(place), found);
            if (found.isEmpty()) {
                throw new UsageException(
                        "--checkpoints="
                                + place
                                + ": neither there nor below is a checkpoint or savepoint (a directory with "
                                + METADATA
                                + "): name where they lie, or say --no-retained-checkpoints if there are none");
            }
            for (Path metadata : found) {
                Retained retained = read(metadata);
                if (newest.isEmpty() || retained.number() > newest.get().number()) {
                    newest = Optional.of(retained);
                }
            }
        }
        return newest;
    }

    private static void collect(Path path, List<Path> found) throws IOException {
        FileStatus status;
        try {
            status = path.getFileSystem().getFileStatus(path);
        } catch (FileNotFoundException absent) {
            throw new UsageException("--checkpoints=" + path + ": there is nothing");
        }
        collect(path.getFileSystem(), status, found);
    }

    private static void collect(FileSystem files, FileStatus status, List<Path> found)
            throws IOException {
        if (!status.isDir()) {
            if (status.getPath().getName().equals(METADATA)) {
                found.add(status.getPath());
            }
            return;
        }
        FileStatus[] entries = files.listStatus(status.getPath());
        if (entries != null) {
            for (FileStatus entry : entries) {
                collect(files, entry, found);
            }
        }
    }

    private static Retained read(Path metadata) throws IOException {
        String path = metadata.getParent().toString();
        try (DataInputStream in = new DataInputStream(metadata.getFileSystem().open(metadata))) {
            long number =
                    Checkpoints.loadCheckpointMetadata(
                                    in, RetainedCheckpoints.class.getClassLoader(), path)
                            .getCheckpointId();
            return new Retained(number, path);
        } catch (IOException | RuntimeException unreadable) {
            throw new IOException(
                    "the checkpoint "
                            + path
                            + " can't be read ("
                            + unreadable
                            + "): nothing was aborted, for it may own transactions. Take it away if it is broken",
                    unreadable);
        }
    }
}
