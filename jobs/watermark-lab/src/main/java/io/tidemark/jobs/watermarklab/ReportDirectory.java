package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;

/** Makes sure before a long run that its report can be written. */
final class ReportDirectory {

    private static final String PROBE = ".watermark-lab";

    private ReportDirectory() {}

    /**
     * Looks whether a directory of this machine is or could be one, without making it. One of
     * another file system passes.
     *
     * @throws UsageException if something else is in its way
     */
    static void check(String given, String path) {
        org.apache.flink.core.fs.Path flinkPath = new org.apache.flink.core.fs.Path(path);
        String scheme = flinkPath.toUri().getScheme();
        if (scheme != null && !scheme.equals("file")) {
            return;
        }
        Path there = Path.of(flinkPath.getPath());
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw refused(given, there + " is a file: name a directory, made or not");
        }
        if (!Files.isWritable(there)) {
            throw refused(given, there + " may not be written to: name another directory");
        }
    }

    /**
     * Tries where the job is submitted whether the directory can be made and written into, and
     * leaves nothing behind: a run that fails shall leave no empty directory.
     *
     * <p>An earlier report goes at once: if this run has no answer, that one is not to be taken for
     * it.
     *
     * @throws UsageException if it cannot
     */
    static void prepare(String path) {
        org.apache.flink.core.fs.Path directory = new org.apache.flink.core.fs.Path(path);
        org.apache.flink.core.fs.Path probe = new org.apache.flink.core.fs.Path(directory, PROBE);
        try {
            FileSystem files = directory.getFileSystem();
            List<org.apache.flink.core.fs.Path> missing = missing(files, directory);
            try {
                files.mkdirs(directory);
                files.create(probe, FileSystem.WriteMode.OVERWRITE).close();
                files.delete(probe, false);
                for (String name : LabFiles.ALL) {
                    files.delete(new org.apache.flink.core.fs.Path(directory, name), false);
                }
            } finally {
                for (org.apache.flink.core.fs.Path made : missing) {
                    deleteEmpty(files, made);
                }
            }
        } catch (IOException unwritable) {
            throw refused(
                    path,
                    "nothing can be written there: name another directory. ("
                            + unwritable.getMessage()
                            + ")");
        }
    }

    /** The directories that would have to be made, the innermost first. */
    private static List<org.apache.flink.core.fs.Path> missing(
            FileSystem files, org.apache.flink.core.fs.Path directory) throws IOException {
        List<org.apache.flink.core.fs.Path> missing = new ArrayList<>();
        org.apache.flink.core.fs.Path one = directory;
        while (one != null && !files.exists(one)) {
            missing.add(one);
            one = one.getParent();
        }
        return missing;
    }

    private static void deleteEmpty(FileSystem files, org.apache.flink.core.fs.Path directory) {
        try {
            files.delete(directory, false);
        } catch (IOException notEmptyAnyMore) {
            // Somebody else has begun to use it.
        }
    }

    private static UsageException refused(String given, String reason) {
        return new UsageException("--output=" + given + ": " + reason);
    }
}
