package io.tidemark.local.ledger;

import io.tidemark.local.usage.WrongUsage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The outputs of a run as files, one record a line: {@code results.jsonl}, {@code late.jsonl},
 * {@code dead-letters.jsonl}, and {@code ledger.json}.
 *
 * <p>Every row of the results is written, updates included, as a reader of the topic finds them;
 * the last row of a window and key is the truth for it. A row that was taken back is followed by
 * {@code {"taken_back":…its message key…}}. What the files held before is lost. A listener's method
 * throws an {@link UncheckedIOException} if the disk takes no more.
 */
public final class OutputFiles implements OutputListener, AutoCloseable {

    private final Path directory;
    private final BufferedWriter results;
    private final BufferedWriter late;
    private final BufferedWriter deadLetters;

    private OutputFiles(
            Path directory,
            BufferedWriter results,
            BufferedWriter late,
            BufferedWriter deadLetters) {
        this.directory = directory;
        this.results = results;
        this.late = late;
        this.deadLetters = deadLetters;
    }

    /**
     * Makes this directory, if it is not there, and makes sure that files can be written in it.
     *
     * @throws WrongUsage if not
     */
    public static void prepare(Path directory) {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, "writable", ""));
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    /**
     * Empty files in this directory, which is made if it is not there.
     *
     * @throws WrongUsage if that cannot be done
     */
    public static OutputFiles in(Path directory) {
        try {
            Files.createDirectories(directory);
            return new OutputFiles(
                    directory,
                    writer(directory, "results.jsonl"),
                    writer(directory, "late.jsonl"),
                    writer(directory, "dead-letters.jsonl"));
        } catch (IOException e) {
            throw unwritable(directory, e);
        }
    }

    private static WrongUsage unwritable(Path directory, IOException why) {
        return new WrongUsage(
                "--output=%s: files cannot be written there (%s); it has to be a directory, or a name"
                                .formatted(directory, why)
                        + " for a new one");
    }

    @Override
    public void onResult(ResultRow row) {
        writeLine(results, row.json());
    }

    @Override
    public void onTakenBack(String key) {
        writeLine(results, "{\"taken_back\":" + key + "}");
    }

    @Override
    public void onLate(String json) {
        writeLine(late, json);
    }

    @Override
    public void onDeadLetter(String json) {
        writeLine(deadLetters, json);
    }

    /** Writes {@code ledger.json}. */
    public void write(Ledger ledger) throws IOException {
        Files.writeString(
                directory.resolve("ledger.json"), ledger.toJson().toPrettyString() + "\n");
    }

    /** Writes out what is still in memory and closes the files. */
    @Override
    public void close() throws IOException {
        try (results;
                late;
                deadLetters) {
            // Closing is all there is to do.
        }
    }

    private static BufferedWriter writer(Path directory, String name) throws IOException {
        return Files.newBufferedWriter(directory.resolve(name), StandardCharsets.UTF_8);
    }

    private static void writeLine(BufferedWriter file, String line) {
        try {
            file.write(line);
            file.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
