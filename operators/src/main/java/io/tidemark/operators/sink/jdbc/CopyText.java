package io.tidemark.operators.sink.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;

/**
 * The text that PostgreSQL's {@code COPY} takes, in UTF-8: a line a row, a tab between two fields,
 * {@code \N} for null, and a backslash before what would else be one of these.
 */
final class CopyText {

    private CopyText() {}

    /** Writes a row. */
    static void write(@Nullable String[] texts, DataOutputSerializer out) throws IOException {
        for (int i = 0; i < texts.length; i++) {
            if (i > 0) {
                out.writeByte('\t');
            }
            String text = texts[i];
            if (text == null) {
                out.writeByte('\\');
                out.writeByte('N');
            } else {
                write(text.getBytes(StandardCharsets.UTF_8), out);
            }
        }
        out.writeByte('\n');
    }

    private static void write(byte[] utf8, DataOutputSerializer out) throws IOException {
        int clean = 0;
        for (int i = 0; i < utf8.length; i++) {
            char escape = escape(utf8[i]);
            if (escape != 0) {
                out.write(utf8, clean, i - clean);
                out.writeByte('\\');
                out.writeByte(escape);
                clean = i + 1;
            }
        }
        out.write(utf8, clean, utf8.length - clean);
    }

    /** What stands behind a backslash for such a byte; 0 if it stands for itself. */
    private static char escape(byte one) {
        return switch (one) {
            case '\\' -> '\\';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            default -> 0;
        };
    }

    /** Where each of so many lines begins. */
    static int[] begins(byte[] lines, int rows) {
        int[] begins = new int[rows];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            begins[row] = at;
            while (lines[at] != '\n') {
                at++;
            }
            at++;
        }
        return begins;
    }

    /**
     * Compares the first fields of two lines by their bytes: no order that anybody knows, but one,
     * and equal fields are equal in it.
     */
    static int compare(byte[] lines, int one, int other, int fields) {
        // A tab or a line's end that is not one is never there as it is.
        for (int i = 0, field = 0; ; i++) {
            int order = Byte.compareUnsigned(lines[one + i], lines[other + i]);
            if (order != 0) {
                return order;
            }
            if ((lines[one + i] == '\t' || lines[one + i] == '\n') && ++field == fields) {
                return 0;
            }
        }
    }

    /** Reads rows one after another, as {@link #write} wrote them. */
    static final class Reader {

        private final byte[] lines;
        private int at;

        Reader(byte[] lines) {
            this.lines = lines;
        }

        /** Goes to where a line begins. */
        void moveTo(int begin) {
            at = begin;
        }

        /** The next row, of so many fields. */
        @Nullable String[] next(int fields) {
            @Nullable String[] texts = new String[fields];
            for (int i = 0; i < fields; i++) {
                texts[i] = field();
            }
            return texts;
        }

        private @Nullable String field() {
            int from = at;
            int escapes = 0;
            for (; lines[at] != '\t' && lines[at] != '\n'; at++) {
                if (lines[at] == '\\') {
                    escapes++;
                    at++;
                }
            }
            int end = at++;
            if (escapes == 0) {
                return new String(lines, from, end - from, StandardCharsets.UTF_8);
            }
            if (lines[from] == '\\' && lines[from + 1] == 'N') {
                return null;
            }
            byte[] utf8 = new byte[end - from - escapes];
            for (int i = from, j = 0; i < end; i++, j++) {
                utf8[j] = lines[i] == '\\' ? meant(lines[++i]) : lines[i];
            }
            return new String(utf8, StandardCharsets.UTF_8);
        }

        private static byte meant(byte escape) {
            return switch (escape) {
                case 't' -> '\t';
                case 'n' -> '\n';
                case 'r' -> '\r';
                default -> escape;
            };
        }
    }
}
