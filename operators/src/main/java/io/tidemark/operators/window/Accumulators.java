package io.tidemark.operators.window;

import io.tidemark.operators.aggregate.InvertibleAggregate;
import java.io.Serializable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate together with the right to touch its accumulators: what may be changed, what has to
 * be copied first.
 *
 * <p>Flink lets {@code merge} change and keep both of its arguments. Parts of windows belong to
 * several windows, so here the second argument is copied first, unless the aggregate is invertible,
 * which promises to leave it alone.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
final class Accumulators<T, A, R> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final AggregateFunction<T, A, R> aggregate;
    private final @Nullable InvertibleAggregate<T, A, R> invertible;
    private final TypeSerializer<A> serializer;

    Accumulators(AggregateFunction<T, A, R> aggregate, TypeSerializer<A> serializer) {
        this.aggregate = aggregate;
        this.invertible =
                aggregate instanceof InvertibleAggregate<T, A, R> retracting ? retracting : null;
        this.serializer = serializer;
    }

    TypeSerializer<A> serializer() {
        return serializer;
    }

    boolean invertible() {
        return invertible != null;
    }

    A create() {
        return aggregate.createAccumulator();
    }

    A add(T event, A total) {
        return aggregate.add(event, total);
    }

    A copy(A total) {
        return serializer.copy(total);
    }

    /** The total with a part in it: the total may be changed, the part stays as it is. */
    A merge(A total, A part) {
        return aggregate.merge(total, invertible == null ? serializer.copy(part) : part);
    }

    /** The total without a part that is in it. */
    A retract(A total, A part) {
        if (invertible == null) {
            throw new IllegalStateException(aggregate.getClass() + " is not invertible");
        }
        return invertible.retract(total, part);
    }

    /** The result of an accumulator that will be changed later on. */
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // If they are one object, so are types.
    R result(A total) {
        R result = aggregate.getResult(total);
        return result == (Object) total ? (R) serializer.copy(total) : result;
    }
}
