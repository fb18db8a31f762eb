package io.tidemark.operators.sink.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.operators.testing.FailOnce;
import io.tidemark.operators.testing.SmallJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a reader of the directory finds, while the job runs and when it is over. */
class FileOutputIT {

    private static final long NUMBERS = 20_000;
    private static final String SCHEMA =
            SchemaBuilder.record("Number").fields().requiredLong("n").endRecord().toString();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(4)
                            .build());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    Path directory;

    @Test
    void eachLineIsThereOnceAfterAFailureAStopARescaleAndTheEnd(@TempDir Path savepoints)
            throws Exception {
        FailOnce.arm();
        JobClient run = submit(jsonLines(), 2, null);
        await().atMost(Duration.ofMinutes(2)).until(() -> FailOnce.completedAfter() > 1);
        String savepoint =
                run.stopWithSavepoint(false, savepoints.toString(), SavepointFormatType.CANONICAL)
                        .get(1, TimeUnit.MINUTES);
        List<Long> stopped = lines();
        assertThat(stopped).doesNotHaveDuplicates().hasSizeBetween(1, (int) NUMBERS - 1);

        submit(jsonLines(), 1, savepoint).getJobExecutionResult().get(2, TimeUnit.MINUTES);

        assertThat(lines()).containsExactlyInAnyOrderElementsOf(all());
        assertThat(finished()).allMatch(file -> file.toString().endsWith(".jsonl"));
    }

    @Test
    void whatNoCheckpointHoldsIsUnderAHiddenName() throws Exception {
        StreamExecutionEnvironment env = SmallJob.environment(2, null);
        env.getCheckpointConfig().disableCheckpointing();
        SmallJob.numbers(env, 5 * NUMBERS).sinkTo(jsonLines()).name("files").uid("files");
        JobClient run = env.executeAsync();

        await().atMost(Duration.ofMinutes(1))
                .until(() -> files().stream().anyMatch(FileOutputIT::isHidden));
        assertThat(finished()).isEmpty();
        run.cancel().get(1, TimeUnit.MINUTES);

        assertThat(finished()).isEmpty();
    }

    @Test
    void avroFilesCarryTheirSchemaAndLieInTheirBuckets() throws Exception {
        FileSink<Long> avro =
                FileOutput.<Long>in(directory.toString())
                        .inBuckets(n -> "odd=" + n % 2)
                        .avro(new Schema.Parser().parse(SCHEMA), FileOutputIT::record);
        FailOnce.arm();
        submit(avro, 2, null).getJobExecutionResult().get(2, TimeUnit.MINUTES);

        List<Long> read = new ArrayList<>();
        for (Path file : finished()) {
            assertThat(file.toString()).endsWith(".avro");
            try (DataFileReader<GenericRecord> records =
                    new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
                assertThat(records.getSchema().getFullName()).isEqualTo("Number");
                for (GenericRecord record : records) {
                    long n = (Long) record.get("n");
                    assertThat(file.getParent()).hasFileName("odd=" + n % 2);
                    read.add(n);
                }
            }
        }
        assertThat(read).containsExactlyInAnyOrderElementsOf(all());
    }

    private static GenericRecord record(long n) {
        return new GenericRecordBuilder(new Schema.Parser().parse(SCHEMA)).set("n", n).build();
    }

    private FileSink<Long> jsonLines() {
        return FileOutput.<Long>in(directory.toString())
                .jsonLines(n -> Long.toString(n).getBytes(StandardCharsets.UTF_8));
    }

    private static JobClient submit(
            FileSink<Long> files, int parallelism, @Nullable String savepoint) throws Exception {
        StreamExecutionEnvironment env = SmallJob.environment(parallelism, savepoint);
        SmallJob.numbers(env, NUMBERS).sinkTo(files).name("files").uid("files");
        return env.executeAsync();
    }

    private static List<Long> all() {
        return LongStream.range(0, NUMBERS).boxed().toList();
    }

    private List<Long> lines() throws IOException {
        List<Long> lines = new ArrayList<>();
        for (Path file : finished()) {
            Files.readAllLines(file).forEach(line -> lines.add(Long.valueOf(line)));
        }
        return lines;
    }

    private List<Path> finished() throws IOException {
        return files().stream().filter(file -> !isHidden(file)).toList();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException renamedMeanwhile) {
            return files();
        }
    }

    private static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }
}
