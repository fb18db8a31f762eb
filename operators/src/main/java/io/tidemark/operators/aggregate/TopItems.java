package io.tidemark.operators.aggregate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.function.SerializableFunction;

/**
 * The n items that come most often, each with its count, the most frequent first; exact.
 *
 * <p>Items that come equally often are in their natural order, which must agree with equals. The
 * accumulator counts every item, not the n best only: for many distinct items, count each under its
 * own key with {@link Count} and rank the counts with {@link TopN}. Cost an event: one look-up in a
 * hash table; a result costs one pass over all items. The result of nothing is an empty list.
 *
 * @param <T> the type of the events
 * @param <K> the type of the items, immutable
 */
public final class TopItems<T, K extends Comparable<? super K>>
        implements TypedAggregate<T, Map<K, Long>, List<Tuple2<K, Long>>>,
                InvertibleAggregate<T, Map<K, Long>, List<Tuple2<K, Long>>> {

    private static final long serialVersionUID = 1L;

    private final int n;
    private final SerializableFunction<T, K> item;
    private final TypeInformation<K> itemType;

    private TopItems(int n, SerializableFunction<T, K> item, TypeInformation<K> itemType) {
        if (n < 1) {
            throw new IllegalArgumentException(
                    "n=" + n + ": a top N keeps at least 1 item; give the number of items wanted");
        }
        this.n = n;
        this.item = item;
        this.itemType = itemType;
    }

    /**
     * The n items that most events are of.
     *
     * @throws IllegalArgumentException if n is less than 1
     * @throws UnsupportedOperationException if the type of the items would be written by Kryo
     */
    public static <T, K extends Comparable<? super K>> TopItems<T, K> mostFrequent(
            int n, SerializableFunction<T, K> item, TypeInformation<K> itemType) {
        AccumulatorType.serializerWithoutKryo(itemType);
        return new TopItems<>(n, item, itemType);
    }

    @Override
    public Map<K, Long> createAccumulator() {
        return new HashMap<>();
    }

    @Override
    public Map<K, Long> add(T event, Map<K, Long> counts) {
        K found =
                Objects.requireNonNull(
                        item.apply(event),
                        "the item of an event is null: expected something to count; leave out"
                                + " events that have none before they are aggregated");
        counts.merge(found, 1L, Long::sum);
        return counts;
    }

    @Override
    public Map<K, Long> merge(Map<K, Long> a, Map<K, Long> b) {
        b.forEach((key, count) -> a.merge(key, count, Long::sum));
        return a;
    }

    @Override
    public Map<K, Long> retract(Map<K, Long> total, Map<K, Long> part) {
        part.forEach(
                (key, count) ->
                        total.computeIfPresent(
                                key, (k, was) -> was.equals(count) ? null : (Long) (was - count)));
        return total;
    }

    @Override
    public List<Tuple2<K, Long>> getResult(Map<K, Long> counts) {
        List<Tuple2<K, Long>> items = new ArrayList<>(counts.size());
        counts.forEach((key, count) -> items.add(Tuple2.of(key, count)));
        items.sort(
                Comparator.comparing((Tuple2<K, Long> counted) -> counted.f1)
                        .reversed()
                        .thenComparing(counted -> counted.f0));
        return new ArrayList<>(items.subList(0, Math.min(n, items.size())));
    }

    @Override
    public TypeInformation<Map<K, Long>> accumulatorType() {
        return Types.MAP(itemType, Types.LONG);
    }

    @Override
    public TypeInformation<List<Tuple2<K, Long>>> resultType() {
        return Types.LIST(Types.TUPLE(itemType, Types.LONG));
    }
}
