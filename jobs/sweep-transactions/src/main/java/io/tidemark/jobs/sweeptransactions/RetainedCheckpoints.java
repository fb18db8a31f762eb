package io.tidemark.jobs.sweeptransactions;

import io.tidemark.jobs.cli.UsageException;
import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/** Checkpoints and savepoints, read from where they lie. */
final class RetainedCheckpoints {

    private static final String METADATA = "_metadata";

    private RetainedCheckpoints() {}

    /**
     * A checkpoint or savepoint.
     *
     * @param number its number
     * @param path where it lies
     * @param sinks what its sinks keep
     */
    record Retained(long number, String path, List<byte[]> sinks) {

        /**
         * Whether its restore would commit a transaction: its id stands in what a sink keeps, as
         * text. That holds for all forms that these states ever had; if it errs, then by owning too
         * much.
         */
        boolean owns(String transactionalId) {
            byte[] id = transactionalId.getBytes(StandardCharsets.UTF_8);
            return sinks.stream().anyMatch(state -> holds(state, id));
        }

        private static boolean holds(byte[] state, byte[] id) {
            for (int at = 0; at + id.length <= state.length; at++) {
                int end = at + id.length;
                if (Arrays.equals(state, at, end, id, 0, id.length)
                        && (end == state.length || !isDigit(state[end]))) {
                    return true;
                }
            }
            return false;
        }

        /** Of a longer number: another transaction. */
        private static boolean isDigit(byte next) {
            return next >= '0' && next <= '9';
        }
    }

    /**
     * All at or below these places.
     *
     * @throws UsageException if there is none at or below one of them
     * @throws IOException if one can't be read
     */
    static List<Retained> all(Collection<String> places) throws IOException {
        List<Retained> all = new ArrayList<>();
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
                all.add(read(metadata));
            }
        }
        return all;
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
            CheckpointMetadata checkpoint =
                    Checkpoints.loadCheckpointMetadata(
                            in, RetainedCheckpoints.class.getClassLoader(), path);
            return new Retained(checkpoint.getCheckpointId(), path, SinkStates.in(checkpoint));
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
