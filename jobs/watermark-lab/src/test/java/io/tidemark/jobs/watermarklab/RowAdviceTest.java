package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.disorder.Arrival;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is advised for a row, by what it holds. */
class RowAdviceTest {

    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "seconds,1700000000000,Give --time-format=millis.",
        "seconds,1.700000000123e12,Give --time-format=millis.",
        "seconds,1700000000000000,if they are micro- or nanoseconds",
        "seconds,2023-11-14T22:13:20Z,Give --time-format=iso.",
        "seconds,soon,'Give the format that it has: iso, millis or seconds.'",
        "millis,1700000000000000,'If these are micro- or nanoseconds, divide them first.'",
        "millis,1700000000000000000,'If these are micro- or nanoseconds, divide them first.'",
        "millis,1.772E+12,Its last digits are gone: show the column as whole numbers",
        "millis,2023-11-14T22:13:20.5+01:00,Give --time-format=iso.",
        "millis,2023-11-14 22:13:20,'Write it with a T and a zone, as 2009-12-01T07:45:00Z'",
        "millis,2023-11-14,'Write it with a T and a zone, as 2009-12-01T07:45:00Z'",
        "iso,1700000000000,Give --time-format=millis.",
        "iso,1700000000.25,Give --time-format=seconds.",
        "iso,2023-11-14T22:13:20,and give --time-format=iso.",
        "iso,+12023-11-14T22:13:20Z,No event is that late.",
    })
    void theFormatThatAValueHas(String format, String value, String advice) throws IOException {
        assertThat(advice("event_ms\n" + value, "--time-format=" + format))
                .contains(advice)
                .startsWith("event_ms ");
    }

    @Test
    void theLikelyCauseOfTooManyFields() throws IOException {
        assertThat(advice("event_ms;key\n1700000000000;a;b"))
                .contains("columns, which are 2,", "holds a semicolon has to stand in quotes");
    }

    @Test
    void aLineBreakInAValue() throws IOException {
        assertThat(advice("event_ms,key\n1700000000000,\"a\nb\""))
                .contains("A row is one line", "without line breaks in values");
    }

    /** For the first row of a file. */
    private String advice(String text, String... more) throws IOException {
        TraceInput.OfFile input =
                Lab.file(Files.writeString(directory.resolve("trace.csv"), text), more);
        TraceRows rows = new TraceRows(input.columns(), input.fields());
        Arrival row = rows.read(new TraceLine(text.lines().toList().get(1), 1, 0));
        return RowAdvice.of(row.rejectedAs(), row.example(), input);
    }
}
