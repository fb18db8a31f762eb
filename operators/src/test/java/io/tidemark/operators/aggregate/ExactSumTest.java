package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactSumTest {

    private static final ExactSum<String> SUM = ExactSum.of(BigDecimal::new);

    @ParameterizedTest
    @CsvSource({
        "1.5 2.25 3, 6.75",
        "505.30, 505.30",
        // Nothing is cut off when it comes to a round sum, or to none.
        "1.50 2.50, 4.00",
        "12.50 -12.5, 0.00",
        // A negative scale (1e3 has -3) is written out: the empty sum has scale 0.
        "1e3, 1000",
        "0e5 0.000, 0.000",
        "9223372036854775807 1, 9223372036854775808",
        "-9223372036854775808 -1, -9223372036854775809",
        "9223372036854775807 1 -1, 9223372036854775807",
        "92233720368547758.07 0.001, 92233720368547758.071",
        "1 0.0000000000000000001, 1.0000000000000000001",
        "999999999999999999 0.9, 999999999999999999.9",
    })
    void theScaleIsTheLargestOfAnyNumber(String numbers, BigDecimal sum) {
        assertThat(SUM.getResult(total(numbers.split(" ")))).isEqualTo(sum);
    }

    @Test
    void theScaleFallsBackWhenItsLastNumberLeaves() {
        DecimalTotal total = total("1.5", "2", "0.00001", "0.00002");
        assertThat(SUM.getResult(SUM.retract(total, total("0.00001"))))
                .isEqualTo(new BigDecimal("3.50002"));
        assertThat(SUM.getResult(SUM.retract(total, total("0.00002"))))
                .isEqualTo(new BigDecimal("3.5"));
        assertThat(SUM.getResult(SUM.retract(total, total("1.5")))).isEqualTo(new BigDecimal("2"));
        assertThat(SUM.getResult(SUM.retract(total, total("2")))).isEqualTo(new BigDecimal("0"));
        assertThat(total).isEqualTo(SUM.createAccumulator());
    }

    @Test
    void aSumThatFitsAgainIsSmallAgain() throws IOException {
        DecimalTotal total = total("9e17");
        DecimalTotal part = total("9e18", "0.5");
        int small = size(total);
        total = SUM.merge(total, part);
        assertThat(size(total)).isGreaterThan(small);
        assertThat(size(SUM.retract(total, part))).isEqualTo(small);
    }

    @Test
    void moneyTakesFewBytes() throws IOException {
        DecimalTotal total = SUM.createAccumulator();
        for (int i = 0; i < 100; i++) {
            total = SUM.add("99.99", total);
        }
        assertThat(size(total)).isLessThanOrEqualTo(5);
    }

    @Test
    void aSumOfLongsDoesNotOverflow() {
        ExactSum<Long> longs = ExactSum.ofLong(number -> number);
        DecimalTotal total = longs.createAccumulator();
        total = longs.add(Long.MIN_VALUE, longs.add(Long.MIN_VALUE, total));
        assertThat(longs.getResult(total)).isEqualTo(new BigDecimal("-18446744073709551616"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e1001", "1e-1001", "1e2147483647", "0e-1000000"})
    void aNumberThatWouldFillTheMemoryIsRefused(String number) {
        DecimalTotal total = total("1.5");
        assertThatThrownBy(() -> SUM.add(number, total))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("exponent " + number.substring(2))
                .hasMessageContaining("between -1000 and 1000");
        assertThat(total).isEqualTo(total("1.5"));
    }

    @Test
    void numbersAtTheBoundAreTaken() {
        BigDecimal sum = SUM.getResult(total("1e1000", "1e-1000"));
        assertThat(sum).isEqualTo(new BigDecimal("1e1000").add(new BigDecimal("1e-1000")));
    }

    @Test
    void whatTheFunctionThrowsIsThrownOn() {
        DecimalTotal total = total("1.5");
        assertThatThrownBy(() -> SUM.add("many", total)).isInstanceOf(NumberFormatException.class);
        assertThat(total).isEqualTo(total("1.5"));
    }

    @Test
    @SuppressWarnings("NullAway") // Just what must not be done.
    void nullIsRefusedInWords() {
        ExactSum<String> none = ExactSum.of(text -> null);
        assertThatThrownBy(() -> none.add("", none.createAccumulator()))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("the value of an event is null");
    }

    @Test
    void aMeanIsRoundedOnce() {
        Average<String> mean = Average.of(BigDecimal::new);
        assertThat(mean.getResult(total("1", "1", "0")))
                .isEqualTo(new BigDecimal("0.6666666666666667"));
        assertThat(mean.getResult(total("20.00", "10.0"))).isEqualTo(new BigDecimal("15.00"));
        assertThat(
                        mean.roundedTo(new MathContext(2, RoundingMode.DOWN))
                                .getResult(total("1", "1", "0")))
                .isEqualTo(new BigDecimal("0.66"));
        assertThat(mean.getResult(mean.createAccumulator())).isNull();
        assertThatThrownBy(() -> mean.roundedTo(MathContext.UNLIMITED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("precision=0")
                .hasMessageContaining("at least 1");
    }

    private static int size(DecimalTotal total) throws IOException {
        DataOutputSerializer target = new DataOutputSerializer(64);
        Laws.withoutKryo(DecimalTotal.type()).serialize(total, target);
        return target.length();
    }

    private static DecimalTotal total(String... numbers) {
        DecimalTotal total = SUM.createAccumulator();
        for (String number : numbers) {
            total = SUM.add(number, total);
        }
        return total;
    }
}
