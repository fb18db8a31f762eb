package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.TypedAggregate;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.RichFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.GenericTypeInfo;
import org.apache.flink.api.java.typeutils.TypeExtractor;
import org.jspecify.annotations.Nullable;

/**
 * The types of an aggregate: as it names them, as the caller names them, or as Flink reads them off
 * its class.
 *
 * @param accumulator the type of the accumulators
 * @param result the type of the results
 */
record AggregateTypes<A, R>(TypeInformation<A> accumulator, TypeInformation<R> result) {

    static <T, A, R> AggregateTypes<A, R> of(
            AggregateFunction<T, A, R> aggregate,
            TypeInformation<T> events,
            @Nullable AggregateTypes<A, R> given) {
        if (aggregate instanceof RichFunction) {
            throw new IllegalArgumentException(
                    aggregate.getClass().getName()
                            + " is a rich function, but an aggregate of windows is never opened: it"
                            + " works on parts of windows, of many keys; give an AggregateFunction");
        }
        if (given != null) {
            return given;
        }
        if (aggregate instanceof TypedAggregate<T, A, R> typed) {
            return new AggregateTypes<>(typed.accumulatorType(), typed.resultType());
        }
        return new AggregateTypes<>(
                notGeneric(
                        "accumulator",
                        aggregate,
                        TypeExtractor.getAggregateFunctionAccumulatorType(
                                aggregate, events, null, false)),
                notGeneric(
                        "result",
                        aggregate,
                        TypeExtractor.getAggregateFunctionReturnType(
                                aggregate, events, null, false)));
    }

    private static <X> TypeInformation<X> notGeneric(
            String what, AggregateFunction<?, ?, ?> aggregate, TypeInformation<X> type) {
        if (type instanceof GenericTypeInfo) {
            throw new IllegalArgumentException(
                    "the "
                            + what
                            + " of "
                            + aggregate.getClass().getName()
                            + " is a "
                            + type.getTypeClass().getName()
                            + ", which only Kryo could write: name its type with types(…), or let"
                            + " the aggregate implement TypedAggregate");
        }
        return type;
    }
}
