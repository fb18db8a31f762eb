package io.tidemark.operators.sink.file;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Writes an element's JSON as a line. A break between two of its tokens becomes a blank, which
 * means as much there. Within a string literal JSON allows none, and a blank would be another text:
 * such an element is refused. Text without a break is written as it is, without a copy.
 */
final class LineEncoder<T> implements Encoder<T> {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, byte[]> text;

    LineEncoder(SerializableFunction<T, byte[]> text) {
        this.text = text;
    }

    /**
     * Writes the element and a line feed.
     *
     * @throws IOException if its text has a line break within a string literal; nothing of it is
     *     written then
     */
    @Override
    public void encode(T element, OutputStream stream) throws IOException {
        stream.write(inOneLine(text.apply(element)));
        stream.write('\n');
    }

    private static byte[] inOneLine(byte[] json) throws IOException {
        byte[] line = json;
        boolean inString = false;
        for (int i = 0; i < json.length; i++) {
            // In UTF-8 none of these is a part of another character.
            switch (json[i]) {
                case '"' -> inString = !inString;
                case '\\' -> i += inString && !isBreak(json, i + 1) ? 1 : 0;
                case '\n', '\r' -> {
                    if (inString) {
                        throw new IOException(
                                "an element has a line break within a string literal of its text,"
                                        + " which would make two lines of it: write it as JSON,"
                                        + " where such a break is \\n or \\r");
                    }
                    // The array may be the caller's, who may write it once more.
                    line = line == json ? json.clone() : line;
                    line[i] = ' ';
                }
                default -> {}
            }
        }
        return line;
    }

    private static boolean isBreak(byte[] json, int at) {
        return at < json.length && (json[at] == '\n' || json[at] == '\r');
    }
}
