package io.tidemark.operators.window;

import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.functions.AggregateFunction;

/**
 * Does all that Flink lets an aggregate do with its accumulators: a merge returns one or the other
 * and spoils the one that it does not return, and the result is the accumulator itself.
 */
final class Treacherous implements AggregateFunction<Sale, Treacherous.Bag, Treacherous.Bag> {

    private static final long serialVersionUID = 1L;
    private static final long SPOILT = 666_666;

    /** A few amounts. Public and open, so that Flink writes it field by field. */
    public static final class Bag {

        /** In no order. */
        public long[] amounts = new long[0];

        /** For Flink. */
        public Bag() {}

        static Bag of(List<Long> amounts) {
            Bag bag = new Bag();
            bag.amounts = amounts.stream().mapToLong(Long::longValue).toArray();
            return bag;
        }

        private void take(long... more) {
            int before = amounts.length;
            amounts = Arrays.copyOf(amounts, before + more.length);
            System.arraycopy(more, 0, amounts, before, more.length);
        }

        private long[] sorted() {
            long[] sorted = amounts.clone();
            Arrays.sort(sorted);
            return sorted;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bag bag && Arrays.equals(sorted(), bag.sorted());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(sorted());
        }

        @Override
        public String toString() {
            return Arrays.toString(sorted());
        }
    }

    @Override
    public Bag createAccumulator() {
        return new Bag();
    }

    @Override
    public Bag add(Sale sale, Bag bag) {
        bag.take(sale.amount());
        return bag;
    }

    @Override
    public Bag getResult(Bag bag) {
        return bag;
    }

    @Override
    public Bag merge(Bag a, Bag b) {
        boolean first = (a.amounts.length + 3 * b.amounts.length) % 4 < 2;
        Bag kept = first ? a : b;
        Bag spoilt = first ? b : a;
        kept.take(spoilt.amounts);
        Arrays.fill(spoilt.amounts, SPOILT);
        spoilt.take(SPOILT);
        return kept;
    }
}
