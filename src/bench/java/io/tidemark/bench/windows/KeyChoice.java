package io.tidemark.bench.windows;

import java.io.Serializable;

/** Which key an event gets, from its random bits. */
sealed interface KeyChoice extends Serializable {

    void open();

    long key(long bits);

    int keys();

    /** Every key as often as any other. */
    record Uniform(int keys) implements KeyChoice {
        @Override
        public void open() {}

        @Override
        public long key(long bits) {
            return (bits >>> 1) % keys;
        }
    }

    /** Zipf's law with such an exponent that the first key gets the given share of the events. */
    final class Zipf implements KeyChoice {

        private static final long serialVersionUID = 1L;
        private static final int SLOTS = 1 << 20;

        private final int keys;
        private final double hottest;
        private transient int[] slots = new int[0];

        Zipf(int keys, double hottest) {
            this.keys = keys;
            this.hottest = hottest;
        }

        @Override
        public int keys() {
            return keys;
        }

        /** Cuts the range of the random bits into slots, and gives each key its share of them. */
        @Override
        public void open() {
            double exponent = exponent();
            double total = total(exponent);
            slots = new int[SLOTS];
            double reached = 0;
            int slot = 0;
            for (int key = 0; key < keys; key++) {
                reached += Math.pow(key + 1, -exponent) / total;
                for (; slot < SLOTS && slot < reached * SLOTS; slot++) {
                    slots[slot] = key;
                }
            }
            for (; slot < SLOTS; slot++) {
                slots[slot] = keys - 1;
            }
        }

        @Override
        public long key(long bits) {
            return slots[(int) (bits >>> 44)];
        }

        /** The hottest key's share, 1 / total, grows with the exponent: found by halving. */
        private double exponent() {
            double low = 0;
            double high = 10;
            for (int step = 0; step < 60; step++) {
                double middle = (low + high) / 2;
                if (1 / total(middle) < hottest) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private double total(double exponent) {
            double total = 0;
            for (int rank = 1; rank <= keys; rank++) {
                total += Math.pow(rank, -exponent);
            }
            return total;
        }
    }
}
