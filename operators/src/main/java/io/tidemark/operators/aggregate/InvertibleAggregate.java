package io.tidemark.operators.aggregate;

import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * An aggregate that can take out again what was merged into it, so that a window which moves on
 * pays for what enters and what leaves and not for what stays.
 *
 * <p>The contract, on which running totals rest:
 *
 * <ul>
 *   <li>{@code merge(a, b)} and {@code retract(total, part)} may change and return their first
 *       argument; whoever calls them goes on with what they return and no longer uses the first
 *       argument.
 *   <li>Neither changes its second argument, and neither keeps a reference to it or to anything
 *       mutable in it: the caller may change it afterwards.
 *   <li>{@code retract(merge(a, b), b)} equals what {@code a} was, exactly, in its result and in
 *       all that is computed from it later. A sum of floating point numbers does not qualify.
 *   <li>{@code merge} is associative and commutative in that sense too, so that parts may leave in
 *       any order, not only in the one in which they came.
 * </ul>
 *
 * <p>An aggregate that breaks the contract gives wrong results without a sign of it.
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulator
 * @param <R> the type of the result
 */
public interface InvertibleAggregate<T, A, R> extends AggregateFunction<T, A, R> {

    /**
     * Takes a part out of a total.
     *
     * <p>What happens when the part was never merged into the total is undefined: implementations
     * need not notice.
     *
     * @param total what the part was merged into; may be changed and returned
     * @param part what was merged before and leaves now; neither changed nor kept
     * @return the total without the part
     */
    A retract(A total, A part);
}
