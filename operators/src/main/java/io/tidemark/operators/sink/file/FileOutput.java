package io.tidemark.operators.sink.file;

import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.avro.AvroWriters;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.util.function.SerializableFunction;
import org.jspecify.annotations.Nullable;

/**
 * Files in a directory, one a subtask, bucket and checkpoint; see the package for what a reader can
 * rely on.
 *
 * <pre>{@code
 * FileOutput<Order> output = FileOutput.<Order>in("s3://lake/orders")
 *         .inBuckets(order -> "day=" + LocalDate.ofInstant(order.time(), ZoneOffset.UTC));
 * stream.sinkTo(output.jsonLines(OrderJson::write)).name("orders").uid("orders");
 * }</pre>
 *
 * @param <T> the type of the elements
 */
public final class FileOutput<T> {

    private final Path directory;
    private final @Nullable SerializableFunction<T, String> bucket;

    private FileOutput(Path directory, @Nullable SerializableFunction<T, String> bucket) {
        this.directory = directory;
        this.bucket = bucket;
    }

    /**
     * Files in one directory.
     *
     * @param directory a path or URI that Flink knows a file system for; made if it is absent
     * @throws IllegalArgumentException if it is empty
     */
    public static <T> FileOutput<T> in(String directory) {
        if (directory.isEmpty()) {
            throw new IllegalArgumentException(
                    "directory=\"\" is no place: give a path such as /data/orders or"
                            + " s3://lake/orders");
        }
        return new FileOutput<>(new Path(directory), null);
    }

    /**
     * The same, in directories below.
     *
     * @param bucket the directory of an element, such as {@code day=2024-03-01}; of the element
     *     alone, so that a replay finds the same one
     */
    public FileOutput<T> inBuckets(SerializableFunction<T, String> bucket) {
        return new FileOutput<>(directory, bucket);
    }

    /**
     * A sink that writes each element as a line.
     *
     * @param json the element as JSON in UTF-8; line breaks between its tokens become blanks, and
     *     one within a string literal, where JSON allows none, fails the job
     */
    public FileSink<T> jsonLines(SerializableFunction<T, byte[]> json) {
        return FileSink.<T>forRowFormat(directory, new LineEncoder<>(json))
                .withBucketAssigner(new Buckets<>(bucket))
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(names(".jsonl"))
                .build();
    }

    /**
     * A sink that writes Avro container files; they carry their schema. Needs {@code flink-avro}.
     *
     * @param schema of the records
     * @param record an element as a record of that schema
     */
    public FileSink<T> avro(Schema schema, SerializableFunction<T, GenericRecord> record) {
        BulkWriter.Factory<GenericRecord> records = AvroWriters.forGenericRecord(schema);
        return FileSink.<T>forBulkFormat(
                        directory, out -> new MappingWriter<>(records.create(out), record))
                .withBucketAssigner(new Buckets<>(bucket))
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(names(".avro"))
                .build();
    }

    private static OutputFileConfig names(String suffix) {
        return OutputFileConfig.builder().withPartSuffix(suffix).build();
    }

    private static final class Buckets<T> extends BasePathBucketAssigner<T> {

        private static final long serialVersionUID = 1L;

        private final @Nullable SerializableFunction<T, String> bucket;

        Buckets(@Nullable SerializableFunction<T, String> bucket) {
            this.bucket = bucket;
        }

        @Override
        public String getBucketId(T element, Context context) {
            return bucket == null ? "" : bucket.apply(element);
        }
    }
}
