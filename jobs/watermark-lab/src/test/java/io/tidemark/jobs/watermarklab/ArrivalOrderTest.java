package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.DelayStudy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrivalOrderTest {

    private static final long TIME = 1_700_000_000_000L;

    private record Row(long event, long arrival, int key) {}

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Path file;

    private final Random random = new Random(Long.getLong("tidemark.seed", 5));

    @BeforeEach
    void writeHeader() throws IOException {
        file = Files.writeString(directory.resolve("trace.csv"), "event_ms,arrival_ms,key\n");
    }

    /** Rows as they arrive, up to four seconds after they happened. */
    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            long event = TIME + i * 100L;
            rows.add(new Row(event, event + random.nextInt(4_000), random.nextInt(9)));
        }
        rows.sort(Comparator.comparingLong(Row::arrival));
        return rows;
    }

    private static DelayFindings studied(List<Row> rows, WatermarkLabOptions options) {
        DelayStudy study = DelayStudy.of(LabPlan.study(options), 0);
        rows.forEach(row -> study.add(row.event(), row.arrival(), "key " + row.key()));
        return study.findings();
    }

    private void require(List<Row> rows, String... more) throws RefusedTraceException {
        WatermarkLabOptions options = Lab.optionsFor(file, more);
        ArrivalOrder.require(studied(rows, options), options.input(), options.completeness());
    }

    private List<LabReport.Warning> warnings(List<Row> rows, String... more) {
        WatermarkLabOptions options = Lab.optionsFor(file, more);
        return ArrivalOrder.warnings(studied(rows, options), options.input());
    }

    @Test
    void sortedByArrivalIsInOrder() {
        assertThatCode(() -> require(rows())).doesNotThrowAnyException();
        assertThat(warnings(rows())).isEmpty();
    }

    @Test
    void sortedByEventTimeOrKeyIsRefused() {
        List<Row> byEvent = new ArrayList<>(rows());
        byEvent.sort(Comparator.comparingLong(Row::event));
        assertThatThrownBy(() -> require(byEvent))
                .isInstanceOf(RefusedTraceException.class)
                .hasMessageStartingWith(
                        "trace.csv: no answer, for the rows are not in the order of arrival_ms: ")
                .hasMessageContaining("of 5,000 arrived before one above it, by up to 3.")
                .hasMessageContaining("sort them by arrival_ms first")
                .hasMessageContaining("--arrival-field=row-order");

        List<Row> byKey = new ArrayList<>(rows());
        byKey.sort(Comparator.comparingInt(Row::key));
        assertThatThrownBy(() -> require(byKey)).isInstanceOf(RefusedTraceException.class);
    }

    @Test
    void theOrderOfTheFileCanBeDeclaredToCount() {
        List<Row> byEvent = new ArrayList<>(rows());
        byEvent.sort(Comparator.comparingLong(Row::event));
        assertThatCode(() -> require(byEvent, "--arrival-field=row-order"))
                .doesNotThrowAnyException();
        assertThat(warnings(byEvent, "--arrival-field=row-order")).isEmpty();
    }

    @Test
    void neighboursThatWriterClocksExchangeAreSaid() {
        List<Row> rows = rows();
        rows.replaceAll(row -> new Row(row.event(), row.arrival() + random.nextInt(30), row.key()));
        assertThatCode(() -> require(rows)).doesNotThrowAnyException();
        assertThat(warnings(rows))
                .singleElement()
                .satisfies(
                        warning -> {
                            assertThat(warning.code()).isEqualTo("arrivals_out_of_order");
                            assertThat(warning.text()).contains("by up to 2").contains(" ms");
                        });
    }

    @Test
    void asManyRowsOutOfPlaceAsDecideAreRefused() {
        List<Row> rows = rows();
        for (int i = 0; i < 3; i++) {
            rows.add(rows.remove(100));
        }
        assertThatThrownBy(() -> require(rows))
                .isInstanceOf(RefusedTraceException.class)
                .hasMessageContaining("3 of 5,000 arrived before one above it");
        assertThatCode(() -> require(rows, "--completeness=0.99")).doesNotThrowAnyException();
    }

    @Test
    void mixedUnitsAreNamedInTheRefusal() {
        List<Row> rows = rows();
        for (int i = 0; i < rows.size(); i += 3) {
            Row row = rows.get(i);
            rows.set(i, new Row(row.event() / 1_000, row.arrival() / 1_000, row.key()));
        }
        assertThatThrownBy(() -> require(rows))
                .hasMessageContaining("Look at the units first: ")
                .hasMessageContaining("look like seconds");
    }

    @Test
    void aFewRowsOutOfPlaceAreSaid() {
        List<Row> rows = rows();
        rows.add(4_000, rows.remove(100));
        assertThatCode(() -> require(rows)).doesNotThrowAnyException();
        assertThat(warnings(rows))
                .extracting(LabReport.Warning::text)
                .singleElement()
                .asString()
                .contains("1 of 5,000 arrived before one above it, by up to 6.5 min");
    }
}
