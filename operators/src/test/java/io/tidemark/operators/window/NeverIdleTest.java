package io.tidemark.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.aggregate.ExactSum;
import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Chain;
import io.tidemark.operators.testing.ChainStep;
import io.tidemark.operators.testing.Outcome;
import io.tidemark.operators.testing.TestStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.junit.jupiter.api.Test;

/**
 * Two inputs were idle, and one goes on before the other does: what the second has to say then is
 * late in windows behind them, unless it is never idle.
 */
class NeverIdleTest {

    private static final List<ChainStep<Sale>> ONE_GOES_ON_FIRST =
            List.of(
                    new ChainStep.Mark<>(0, 0),
                    new ChainStep.Mark<>(1, 0),
                    new ChainStep.Status<>(0, true),
                    new ChainStep.Status<>(1, true),
                    new ChainStep.Status<>(0, false),
                    new ChainStep.Element<>(0, new Sale("a", 5, 1), 5),
                    new ChainStep.Mark<>(0, 20),
                    new ChainStep.Status<>(1, false),
                    new ChainStep.Element<>(1, new Sale("a", 6, 2), 6),
                    new ChainStep.Mark<>(1, 20));

    @Test
    void windowsBehindItWaitForWhoGoesOnLast() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);

        assertThat(sums(input, NeverIdle.of(input, "never-idle"))).containsExactly("3");
    }

    @Test
    void withoutItTheyDoNot() throws Exception {
        DataStream<Sale> input = TestStream.of(Sale.TYPE);

        assertThat(sums(input, input.map(sale -> sale, Sale.TYPE))).containsExactly("1");
    }

    private static List<String> sums(DataStream<Sale> input, SingleOutputStreamOperator<Sale> first)
            throws Exception {
        WindowedResults<WindowResult<String, BigDecimal>, Sale> windows =
                WindowAggregation.of(
                                EventTimeWindows.tumbling(Duration.ofMillis(10)),
                                ExactSum.ofLong(Sale::amount))
                        .uid("windows")
                        .applyTo(first.keyBy(Sale::shop, Types.STRING));
        Outcome<WindowResult<String, BigDecimal>> outcome =
                Chain.through(input, windows.results(), Backend.HEAP).run(2, ONE_GOES_ON_FIRST);
        return outcome.values().stream().map(row -> row.value().toString()).toList();
    }
}
