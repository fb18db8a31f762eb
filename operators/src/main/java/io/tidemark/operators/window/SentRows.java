package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What is kept of one key's rows that may be sent again: the events, and what was in their ranges
 * and is no longer in that of the newest row.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 */
final class SentRows<K, T, A> {

    /** The rows, in the order of their times, of equal times in that of their arrival. */
    final Slices<K, SentRow<T, A>> rows;

    /** What left the window; in time it stands before all that is there. */
    final Slices<K, A> before;

    private final Store<K, T, A> store;
    private int rowCount;
    private int beforeCount;

    private SentRows(K key, Store<K, T, A> store) {
        this.rows = new Slices<>(key, store.rows);
        this.before = new Slices<>(key, store.before);
        this.store = store;
    }

    /** A part leaves the window. */
    void left(long time, A part) {
        before.append(time, part);
        beforeCount++;
    }

    /** A part that is new was put in among what left the window. */
    void countBefore() {
        beforeCount++;
    }

    /** A row that comes after all others. */
    void append(SentRow<T, A> row) {
        rows.append(row.time(), row);
        rowCount++;
    }

    /** A row that comes after all others of its time. */
    void insert(SentRow<T, A> row) throws Exception {
        rows.insert(row.time(), row);
        rowCount++;
    }

    /**
     * Forgets rows that can no longer change, and what is in the ranges of none that can.
     *
     * @param closed rows of times up to here can no longer change
     * @param inWindow how many parts are in the window
     */
    void forget(long closed, SlidingRange range, int inWindow) throws Exception {
        while (!rows.isEmpty() && rows.first() <= closed) {
            rows.removeFirst();
            rowCount--;
        }
        long tooOld = EventTimes.back(closed, range.millis() - 1);
        long enough = (long) rowCount + range.events() - 1 - inWindow;
        while (!before.isEmpty()
                && (before.first() <= tooOld || range.counts() && beforeCount > enough)) {
            before.removeFirst();
            beforeCount--;
        }
    }

    void clear() throws Exception {
        rows.clear();
        before.clear();
        rowCount = 0;
        beforeCount = 0;
    }

    int weight() {
        return rows.weight() + before.weight();
    }

    void slim() throws Exception {
        rows.slim();
        before.slim();
    }

    Stored<T, A> toStore() throws Exception {
        return new Stored<>(
                rowCount,
                beforeCount,
                rows.store(store.storedRows),
                before.store(store.accumulators));
    }

    void restore(Stored<T, A> stored) {
        rowCount = stored.rowCount;
        beforeCount = stored.beforeCount;
        rows.restore(stored.rows, store.storedRows);
        before.restore(stored.before, store.accumulators);
    }

    /**
     * The backend's part of it.
     *
     * @param rows blocks of rows
     * @param before blocks of what left the window
     * @param storedRows how to store a row
     * @param accumulators how to store a part
     */
    record Store<K, T, A>(
            SliceStore<K, SentRow<T, A>> rows,
            SliceStore<K, A> before,
            Accumulators<?, SentRow<T, A>, ?> storedRows,
            Accumulators<?, A, ?> accumulators) {

        static <K, T, A> Store<K, T, A> open(
                WindowContext<K, ?, ?> context,
                Accumulators<?, A, ?> accumulators,
                TypeSerializer<T> events) {
            Accumulators<?, SentRow<T, A>, ?> rows =
                    SentRow.inSlices(events, accumulators.serializer());
            return new Store<>(
                    SliceStore.open(context, "sent-rows", rows),
                    SliceStore.open(context, "slices-before", accumulators),
                    rows,
                    accumulators);
        }

        SentRows<K, T, A> rowsOf(K key) {
            return new SentRows<>(key, this);
        }
    }

    /**
     * What is stored with the key itself.
     *
     * @param rowCount how many rows there are
     * @param beforeCount how many parts have left the window
     * @param rows the rows
     * @param before the parts that have left the window
     */
    record Stored<T, A>(
            int rowCount,
            int beforeCount,
            StoredDirectory<SentRow<T, A>> rows,
            StoredDirectory<A> before) {

        void write(DataOutputView target, TypeSerializer<T> events, TypeSerializer<A> accumulators)
                throws IOException {
            Numbers.write(rowCount, target);
            Numbers.write(beforeCount, target);
            rows.write(target, new SentRow.Serializer<>(events, accumulators));
            before.write(target, accumulators);
        }

        static <T, A> Stored<T, A> read(
                DataInputView source, TypeSerializer<T> events, TypeSerializer<A> accumulators)
                throws IOException {
            return new Stored<>(
                    (int) Numbers.readOne(source),
                    (int) Numbers.readOne(source),
                    StoredDirectory.read(source, new SentRow.Serializer<>(events, accumulators)),
                    StoredDirectory.read(source, accumulators));
        }
    }
}
