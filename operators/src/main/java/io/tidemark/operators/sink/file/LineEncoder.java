package io.tidemark.operators.sink.file;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Writes an element's JSON as a line. A break within it becomes a blank: in JSON it can only stand
 * between two tokens, where it means as much.
 */
final class LineEncoder<T> implements Encoder<T> {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, byte[]> text;

    LineEncoder(SerializableFunction<T, byte[]> text) {
        this.text = text;
    }

    @Override
    public void encode(T element, OutputStream stream) throws IOException {
        byte[] line = text.apply(element);
        int clean = 0;
        for (int i = 0; i < line.length; i++) {
            if (line[i] == '\n' || line[i] == '\r') {
                stream.write(line, clean, i - clean);
                stream.write(' ');
                clean = i + 1;
            }
        }
        stream.write(line, clean, line.length - clean);
        stream.write('\n');
    }
}
