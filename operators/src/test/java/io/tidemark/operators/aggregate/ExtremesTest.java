package io.tidemark.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.ValueTypeInfo;
import org.apache.flink.types.LongValue;
import org.junit.jupiter.api.Test;

class ExtremesTest {

    @Test
    void keysOfOneSizeAreOrderedByWhatIsWritten() {
        Min<BigDecimal, BigDecimal> least = Min.of(amount -> amount, Types.BIG_DEC);
        BigDecimal one = new BigDecimal("1.0");
        BigDecimal exactlyOne = new BigDecimal("1.00");
        assertThat(result(least, one, exactlyOne)).isEqualTo(result(least, exactlyOne, one));
    }

    @Test
    void theKeyOfAnEventThatFlinkUsesAgainIsCopied() {
        Max<LongValue, LongValue> greatest =
                Max.of(value -> value, ValueTypeInfo.LONG_VALUE_TYPE_INFO);
        LongValue reused = new LongValue(5);
        Extreme<LongValue> best = greatest.add(reused, greatest.createAccumulator());
        reused.setValue(3);
        assertThat(greatest.getResult(best)).isEqualTo(new LongValue(5));
    }

    @Test
    void rowsThatFlinkUsesAgainAreCopied() {
        TopN<LongValue> top =
                TopN.highestLong(
                        2, LongValue::getValue, value -> value, ValueTypeInfo.LONG_VALUE_TYPE_INFO);
        LongValue reused = new LongValue(5);
        List<LongValue> rows = top.add(reused, top.createAccumulator());
        reused.setValue(3);
        assertThat(top.getResult(top.add(reused, rows)))
                .containsExactly(new LongValue(5), new LongValue(3));
    }

    @Test
    void kryoIsRefused() {
        TypeInformation<Date> generic = new GenericTypeInfo<>(Date.class);
        assertThatThrownBy(() -> Min.of((Date date) -> date, generic))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("java.util.Date");
        assertThatThrownBy(() -> TopItems.mostFrequent(1, (Date date) -> date, generic))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("java.util.Date");
        assertThatThrownBy(() -> TopN.highest(1, (Date d) -> d, d -> d, generic))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("java.util.Date");
    }

    @Test
    void tiesAreBrokenUpwardsAndTheRestByWhatIsWritten() {
        TopN<String> longest =
                TopN.highestLong(3, String::length, word -> word.charAt(0), Types.STRING);
        assertThat(result(longest, "ca", "bb", "ba", "a", "long"))
                .containsExactly("long", "ba", "bb");
        assertThat(result(longest, "ba", "ba")).containsExactly("ba", "ba");
    }

    @Test
    void stateWrittenWithALargerNIsCutToTheNewOne() {
        TopN<String> three = TopN.highestLong(3, String::length, word -> word, Types.STRING);
        TopN<String> one = TopN.highestLong(1, String::length, word -> word, Types.STRING);
        List<String> rows = three.createAccumulator();
        for (String word : List.of("one", "three", "eleven")) {
            rows = three.add(word, rows);
        }
        assertThat(one.getResult(rows)).containsExactly("eleven");
        assertThat(one.add("thirteen", rows)).containsExactly("thirteen");
    }

    @Test
    void nothingToKeepIsRefused() {
        assertThatThrownBy(() -> TopN.highestLong(0, String::length, word -> word, Types.STRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n=0")
                .hasMessageContaining("at least 1");
        assertThatThrownBy(() -> TopItems.mostFrequent(-1, (String word) -> word, Types.STRING))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n=-1");
    }

    @Test
    void aResultIsNotChangedAfterwards() {
        TopN<String> longest = TopN.highestLong(3, String::length, word -> word, Types.STRING);
        List<String> rows = longest.add("a", longest.createAccumulator());
        List<String> result = longest.getResult(rows);
        rows = longest.add("longer", rows);
        assertThat(result).containsExactly("a");
        assertThat(longest.getResult(rows)).containsExactly("longer", "a");
    }

    @SafeVarargs
    private static <T, A, R> R result(TypedAggregate<T, A, R> aggregate, T... events) {
        A total = aggregate.createAccumulator();
        for (T event : events) {
            total = aggregate.add(event, total);
        }
        return aggregate.getResult(total);
    }
}
