package io.tidemark.jobs.watermarklab;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text, of any length: what a line has beyond {@value #MOST_CHARS} characters is
 * left out, so that a file without line ends does not fill the memory.
 *
 * <p>A line ends with a line feed, a carriage return, or both; blank lines are lines.
 */
final class TextLines implements Closeable {

    /** A line that comes back longer than this has been cut. */
    static final int MOST_CHARS = 1 << 20;

    private final Reader text;
    private final char[] buffer = new char[1 << 16];
    private final StringBuilder begun = new StringBuilder();
    private int next;
    private int end;
    private boolean afterReturn;

    TextLines(Reader text) {
        this.text = text;
    }

    /** The next line without its end, or null behind the last. */
    @Nullable String next() throws IOException {
        begun.setLength(0);
        boolean any = false;
        while (next < end || fill()) {
            if (afterReturn) {
                afterReturn = false;
                if (buffer[next] == '\n') {
                    next++;
                    continue;
                }
            }
            any = true;
            int from = next;
            while (next < end && buffer[next] != '\n' && buffer[next] != '\r') {
                next++;
            }
            if (next < end) {
                afterReturn = buffer[next] == '\r';
                String line = line(from);
                next++;
                return line;
            }
            append(from);
        }
        return any ? begun.toString() : null;
    }

    private String line(int from) {
        if (begun.isEmpty() && next - from <= MOST_CHARS) {
            return new String(buffer, from, next - from);
        }
        append(from);
        return begun.toString();
    }

    private void append(int from) {
        int room = MOST_CHARS + 1 - begun.length();
        begun.append(buffer, from, Math.min(room, next - from));
    }

    private boolean fill() throws IOException {
        next = 0;
        end = Math.max(0, text.read(buffer, 0, buffer.length));
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
