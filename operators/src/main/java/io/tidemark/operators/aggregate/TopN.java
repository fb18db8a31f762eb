package io.tidemark.operators.aggregate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The n rows with the highest score, highest first; exact.
 *
 * <p>It is the second stage of a top N a window: rows are what a first stage found for each item (a
 * product and its count in the window), so that each item comes once. To rank events by how often
 * their item comes, in one stage, take {@link TopItems}.
 *
 * <p>Rows of one score are ordered by the tie break, the smallest first, and rows that the tie
 * break cannot tell apart by their serialized bytes: the result never depends on the order in which
 * rows came. Rows that are written alike are all kept.
 *
 * <p>The accumulator is at most n rows. Cost an event: one comparison, and for a row that gets in a
 * copy of it, a binary search and a shift of those below. The result of nothing is an empty list.
 *
 * @param <T> the type of the rows
 */
public final class TopN<T> implements TypedAggregate<T, List<T>, List<T>> {

    private static final long serialVersionUID = 1L;

    private final int n;
    private final StrictOrder<T> order;
    private final TypeInformation<T> rowType;

    private TopN(int n, Comparator<T> order, TypeInformation<T> rowType) {
        if (n < 1) {
            throw new IllegalArgumentException(
                    "n=" + n + ": a top N keeps at least 1 row; give the number of rows wanted");
        }
        this.n = n;
        this.order = StrictOrder.of(order, rowType);
        this.rowType = rowType;
    }

    /**
     * The n rows with the highest score.
     *
     * @param tieBreak what tells rows of one score apart; the smallest comes first
     * @param rowType the type of the rows, of which copies are kept
     * @throws IllegalArgumentException if n is less than 1
     * @throws UnsupportedOperationException if the type of the rows would be written by Kryo
     */
    public static <T, S extends Comparable<? super S>, B extends Comparable<? super B>>
            TopN<T> highest(
                    int n,
                    SerializableFunction<T, S> score,
                    SerializableFunction<T, B> tieBreak,
                    TypeInformation<T> rowType) {
        RowOrder<T> byScore = (a, b) -> score.apply(b).compareTo(score.apply(a));
        return new TopN<>(n, byScore.thenBy(tieBreak), rowType);
    }

    /**
     * The n rows with the highest score, which is a whole number and not boxed.
     *
     * @param tieBreak what tells rows of one score apart; the smallest comes first
     * @param rowType the type of the rows, of which copies are kept
     * @throws IllegalArgumentException if n is less than 1
     * @throws UnsupportedOperationException if the type of the rows would be written by Kryo
     */
    public static <T, B extends Comparable<? super B>> TopN<T> highestLong(
            int n,
            LongOf<T> score,
            SerializableFunction<T, B> tieBreak,
            TypeInformation<T> rowType) {
        RowOrder<T> byScore = (a, b) -> Long.compare(score.of(b), score.of(a));
        return new TopN<>(n, byScore.thenBy(tieBreak), rowType);
    }

    @Override
    public List<T> createAccumulator() {
        return new ArrayList<>();
    }

    @Override
    public List<T> add(T row, List<T> top) {
        offer(row, top);
        return top;
    }

    @Override
    public List<T> merge(List<T> a, List<T> b) {
        for (T row : b) {
            // Those behind a row that is too low are no higher.
            if (!offer(row, a)) {
                break;
            }
        }
        return a;
    }

    /** A list of its own, of at most n rows. */
    @Override
    public List<T> getResult(List<T> top) {
        return new ArrayList<>(top.subList(0, Math.min(n, top.size())));
    }

    @Override
    public TypeInformation<List<T>> accumulatorType() {
        return Types.LIST(rowType);
    }

    @Override
    public TypeInformation<List<T>> resultType() {
        return Types.LIST(rowType);
    }

    private boolean offer(T row, List<T> top) {
        if (top.size() >= n && order.compare(row, top.get(n - 1)) >= 0) {
            return false;
        }
        int found = Collections.binarySearch(top, row, order);
        top.add(found < 0 ? -found - 1 : found, order.copy(row));
        // More than one too many, if a savepoint was written with a larger n.
        while (top.size() > n) {
            top.remove(top.size() - 1);
        }
        return true;
    }

    /** A comparator that Flink can ship. */
    @FunctionalInterface
    private interface RowOrder<T> extends Comparator<T>, Serializable {

        default <B extends Comparable<? super B>> RowOrder<T> thenBy(
                SerializableFunction<T, B> tieBreak) {
            return (a, b) -> {
                int order = compare(a, b);
                return order != 0 ? order : tieBreak.apply(a).compareTo(tieBreak.apply(b));
            };
        }
    }
}
