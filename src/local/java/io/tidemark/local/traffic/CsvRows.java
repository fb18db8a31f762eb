package io.tidemark.local.traffic;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one comma-separated file, each checked against its header.
 *
 * <p>The file may be packed by gzip, which is known by its first two bytes and not by its name, and
 * may begin with a byte order mark. It is read strictly: bytes that are not UTF-8, a quote that is
 * never closed, or a row with more or fewer values than the header has names end the reading,
 * because whatever was made of them would not be what stands in the file.
 */
final class CsvRows implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] GZIP_MAGIC = {0x1f, (byte) 0x8b};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final Path file;
    private final Counting bytes;
    private final CloseableIterator<CsvRecord> records;
    private final List<String> header;
    private long line = 1;

    private CsvRows(
            Path file, Counting bytes, CloseableIterator<CsvRecord> records, List<String> header) {
        this.file = file;
        this.bytes = bytes;
        this.records = records;
        this.header = header;
    }

    /**
     * Opens the file and reads its header.
     *
     * @throws IOException if there is no such file, it cannot be read, or its first line is no
     *     header
     */
    static CsvRows open(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new IOException(file + ": there is no such file");
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory, not a file");
        }
        if (!Files.isReadable(file)) {
            throw new IOException(file + " is not readable by this user");
        }
        // Not from Files, whose stream fails at the end of a pipe.
        Counting bytes = new Counting(new FileInputStream(file.toFile()));
        try {
            CloseableIterator<CsvRecord> records = csv(text(bytes)).iterator();
            CsvRecord first = read(file, records, 0);
            if (first == null) {
                throw new IOException(file + " is empty: its first line has to name the columns");
            }
            return new CsvRows(file, bytes, records, checkedHeader(file, first.getFields()));
        } catch (IOException e) {
            bytes.close();
            throw readable(file, 0, e);
        }
    }

    List<String> header() {
        return header;
    }

    /** Bytes of the file, as it lies on the disk, that have been read; any thread may ask. */
    long bytesRead() {
        return bytes.count;
    }

    /**
     * The values of the next row, or null at the end.
     *
     * @throws IOException if the row cannot be read, or has not one value for each name of the
     *     header
     */
    @Nullable CsvRecord next() throws IOException {
        CsvRecord row = read(file, records, line);
        if (row == null) {
            return null;
        }
        line = row.getStartingLineNumber();
        if (row.getFieldCount() != header.size()) {
            throw new IOException(
                    "%s: line %,d has %d values, but the header names %d columns; a value with a comma in it needs quotes"
                            .formatted(file, line, row.getFieldCount(), header.size()));
        }
        return row;
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private static CsvReader<CsvRecord> csv(InputStream text) {
        return CsvReader.builder()
                .allowUnclosedQuote(false)
                // Checked here, where the message can say what to do about it.
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(
                        new InputStreamReader(
                                text,
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPORT)
                                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
    }

    private static InputStream text(InputStream raw) throws IOException {
        InputStream stored = new BufferedInputStream(raw, BUFFER_BYTES);
        InputStream text =
                startsWith(stored, GZIP_MAGIC)
                        ? new BufferedInputStream(
                                new GZIPInputStream(stored, BUFFER_BYTES), BUFFER_BYTES)
                        : stored;
        if (startsWith(text, BYTE_ORDER_MARK)) {
            text.skipNBytes(BYTE_ORDER_MARK.length);
        }
        return text;
    }

    private static boolean startsWith(InputStream stream, byte[] prefix) throws IOException {
        stream.mark(prefix.length);
        byte[] start = stream.readNBytes(prefix.length);
        stream.reset();
        return Arrays.equals(start, prefix);
    }

    private static List<String> checkedHeader(Path file, List<String> names) throws IOException {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).isBlank()) {
                throw new IOException(
                        "%s: column %d has no name in the header: each column needs one"
                                .formatted(file, i + 1));
            }
            if (!seen.add(names.get(i))) {
                throw new IOException(
                        "%s: the header names two columns %s: each needs a name of its own"
                                .formatted(file, names.get(i)));
            }
        }
        return List.copyOf(names);
    }

    private static @Nullable CsvRecord read(
            Path file, CloseableIterator<CsvRecord> records, long line) throws IOException {
        try {
            return records.hasNext() ? records.next() : null;
        } catch (CsvParseException e) {
            throw new IOException(file + ": " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw readable(file, line, e.getCause());
        }
    }

    /**
     * The same failure in words for somebody who knows the file but not its reader. The cause is
     * left out: these words say more than the root of a chain of causes would.
     */
    private static IOException readable(Path file, long line, @Nullable IOException e) {
        String where = line == 0 ? "at its beginning" : "after line %,d".formatted(line);
        if (e instanceof CharacterCodingException) {
            return new IOException(
                    file + " is not UTF-8 text, somewhere " + where + ": convert it first");
        }
        if (e instanceof EOFException) {
            return new IOException(file + " breaks off " + where + ": its gzip data is cut short");
        }
        if (e instanceof ZipException) {
            return new IOException(file + " has broken gzip data " + where + ": " + e.getMessage());
        }
        String said = e == null || e.getMessage() == null ? "" : e.getMessage();
        return said.startsWith(file.toString()) && e != null
                ? e
                : new IOException(file + " cannot be read " + where + ": " + said);
    }

    /** Counts the bytes that pass, for a reader on another thread. */
    private static final class Counting extends FilterInputStream {

        private volatile long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            add(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            add(Math.max(read, 0));
            return read;
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others only look
        private void add(int more) {
            count += more;
        }
    }
}
