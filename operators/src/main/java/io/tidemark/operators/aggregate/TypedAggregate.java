package io.tidemark.operators.aggregate;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An aggregate that names the types of its accumulator and of its result, so that nothing has to be
 * guessed from its class and nothing falls to Kryo.
 *
 * <p>It is a Flink {@link AggregateFunction} and can be given to Flink's own windows too: {@code
 * window.aggregate(a, a.accumulatorType(), a.resultType())}.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulator
 * @param <R> the type of the result
 */
public interface TypedAggregate<T, A, R> extends AggregateFunction<T, A, R> {

    /** The type of the accumulator; its serializer makes copies that share nothing mutable. */
    TypeInformation<A> accumulatorType();

    /** The type of the result. Where a result may be null, its serializer can write a null. */
    TypeInformation<R> resultType();
}
