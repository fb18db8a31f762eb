package io.tidemark.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({
        "0s, 0",
        "1ms, 1",
        "250ms, 250",
        "10s, 10000",
        "1.5s, 1500",
        "1m, 60000",
        "2 h, 7200000",
        "400d, 34560000000",
        "36525d, 3155760000000"
    })
    void readsANumberAndAUnit(String text, long millis) {
        assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "s",
                "-1s",
                "1w",
                "1e3s",
                "PT10S",
                "1.s",
                "10s5ms",
                "9999999999999d"
            })
    void refusesOtherFormsAndSaysWhichIsRight(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("250ms, 10s or 400d");
    }

    @Test
    void refusesAGrainBelowAMillisecondAndMoreThanACentury() {
        assertThatThrownBy(() -> converter.convert("0.5ms"))
                .hasMessageContaining("whole number of milliseconds");
        assertThatThrownBy(() -> converter.convert("36526d"))
                .hasMessageContaining("36525d or less");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1ms",
        "1500, 1500ms",
        "10000, 10s",
        "90000, 90s",
        "3600000, 1h",
        "172800000, 2d"
    })
    void writesTheLargestUnitThatDivides(long millis, String text) {
        assertThat(DurationConverter.format(Duration.ofMillis(millis))).isEqualTo(text);
        assertThat(converter.convert(text)).isEqualTo(Duration.ofMillis(millis));
    }
}
