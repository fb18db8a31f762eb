package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.window.BrokenEngine.Fault;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Windows that are one operator, the real one or a broken twin.
 *
 * @param <O> the type of the rows
 */
interface OperatorCase<O> extends WindowCase {

    /** What is asked of the windows. */
    WindowPlan plan();

    /** Puts the real windows into a stream. */
    WindowedResults<O, Sale> apply(DataStream<Sale> input);

    /** Puts windows with a fault into a stream. */
    WindowedResults<O, Sale> broken(Fault fault, DataStream<Sale> input);

    /** What the windows must do; it has met nothing yet. */
    WindowReference<O> reference();

    /**
     * By what rows of one step are sorted before they are compared; rows that it takes for equal
     * must leave in the order of the reference.
     */
    Comparator<O> order();

    /** The Flink timestamp of a row. */
    long timestampOf(O row);

    /** Looks at the rows, which are those of the reference, as somebody who reads them. */
    default void read(History<Sale> history, List<O> rows) {}

    @Override
    default void check(History<Sale> part, Backend backend, Disturbance disturbance)
            throws Exception {
        WindowCheck.run(this, this::apply, part, backend, disturbance);
    }

    /** The check of windows with a fault: it should fail. */
    default void check(Fault fault, History<Sale> part, Backend backend, Disturbance disturbance)
            throws Exception {
        WindowCheck.run(this, input -> broken(fault, input), part, backend, disturbance);
    }
}
