package io.tidemark.operators.sink.file;

import java.io.IOException;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.util.function.SerializableFunction;

/** Writes what a function makes of an element. */
final class MappingWriter<T, R> implements BulkWriter<T> {

    private final BulkWriter<R> records;
    private final SerializableFunction<T, R> record;

    MappingWriter(BulkWriter<R> records, SerializableFunction<T, R> record) {
        this.records = records;
        this.record = record;
    }

    @Override
    public void addElement(T element) throws IOException {
        records.addElement(record.apply(element));
    }

    @Override
    public void flush() throws IOException {
        records.flush();
    }

    @Override
    public void finish() throws IOException {
        records.finish();
    }
}
