package io.tidemark.operators.sink.file;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.util.function.SerializableFunction;

/** Writes an element as a line. */
final class LineEncoder<T> implements Encoder<T> {

    private static final long serialVersionUID = 1L;

    private final SerializableFunction<T, byte[]> text;

    LineEncoder(SerializableFunction<T, byte[]> text) {
        this.text = text;
    }

    @Override
    public void encode(T element, OutputStream stream) throws IOException {
        byte[] line = text.apply(element);
        for (byte each : line) {
            if (each == '\n') {
                throw new IllegalArgumentException(
                        "an element has a line break in its text, which would make two lines of it:"
                                + " write it as JSON in one line");
            }
        }
        stream.write(line);
        stream.write('\n');
    }
}
