package io.tidemark.jobs.watermarklab;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text file in any of Flink's file systems, one row a line; blank lines are no rows.
 *
 * <p>The file may be packed by gzip, which is known by its first two bytes and not by its name, and
 * may begin with a byte order mark. Bytes that are not UTF-8 become replacement characters: such a
 * row is refused by itself, and the others are read. A pack that breaks off ends the reading with
 * an error, for what it hides may be anything.
 */
final class TraceFile implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Path path;
    private final long size;
    private final Counting bytes;
    private final TextLines lines;
    private long row = -1;

    private TraceFile(Path path, long size, Counting bytes, TextLines lines) {
        this.path = path;
        this.size = size;
        this.bytes = bytes;
        this.lines = lines;
    }

    /**
     * Opens the file.
     *
     * @throws IOException with the file's name and what is wrong with it
     */
    static TraceFile open(Path path) throws IOException {
        FileSystem files = path.getFileSystem();
        long size;
        try {
            FileStatus status = files.getFileStatus(path);
            if (status.isDir()) {
                throw new IOException(path + " is a directory, not a file");
            }
            size = status.getLen();
        } catch (FileNotFoundException missing) {
            throw new IOException(path + ": there is no such file", missing);
        }
        Counting bytes = new Counting(files.open(path), size);
        try {
            BufferedInputStream stored = new BufferedInputStream(bytes, BUFFER_BYTES);
            InputStream text =
                    startsWithGzipMagic(stored)
                            ? new GZIPInputStream(stored, BUFFER_BYTES)
                            : stored;
            return new TraceFile(
                    path,
                    size,
                    bytes,
                    new TextLines(new InputStreamReader(text, StandardCharsets.UTF_8)));
        } catch (IOException broken) {
            bytes.close();
            throw new BrokenTraceException(
                    path + " begins as a gzip file, but is none: fetch it again", broken);
        }
    }

    /**
     * The next row, or null at the end; the header is row 0.
     *
     * @throws IOException if a packed file breaks off
     */
    @Nullable TraceLine next() throws IOException {
        try {
            String text = lines.next();
            while (text != null && isBlank(text)) {
                text = lines.next();
            }
            return text == null ? null : new TraceLine(withoutMark(text), ++row, bytes.count);
        } catch (EOFException | ZipException broken) {
            throw new BrokenTraceException(
                    "%s breaks off behind row %,d: the gzip file is cut or damaged. Fetch it again, or unpack what is there with gzip -dc and read that"
                            .formatted(path, Math.max(0, row)),
                    broken);
        }
    }

    private boolean isBlank(String text) {
        return text.isEmpty() || (row < 0 && text.length() == 1 && isMark(text));
    }

    private String withoutMark(String text) {
        return row < 0 && isMark(text) ? text.substring(1) : text;
    }

    private static boolean isMark(String text) {
        return text.charAt(0) == BYTE_ORDER_MARK;
    }

    /** Bytes of the file, as it lies on the disk. */
    long size() {
        return size;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private static boolean startsWithGzipMagic(BufferedInputStream stored) throws IOException {
        stored.mark(GZIP_MAGIC.length);
        byte[] first = stored.readNBytes(GZIP_MAGIC.length);
        stored.reset();
        return first.length == 2 && first[0] == GZIP_MAGIC[0] && first[1] == GZIP_MAGIC[1];
    }

    /** Counts what is read of the file itself. */
    private static final class Counting extends FilterInputStream {

        private final long size;
        private long count;

        Counting(InputStream in, long size) {
            super(in);
            this.size = size;
        }

        /** A pack in several pieces goes on while there is more: some file systems say 0. */
        @Override
        public int available() throws IOException {
            return (int) Math.max(in.available(), Math.min(Integer.MAX_VALUE, size - count));
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
