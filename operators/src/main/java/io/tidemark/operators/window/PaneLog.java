package io.tidemark.operators.window;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What is remembered of the rows of a key's windows, in the order of their ends.
 *
 * @param <A> the type of the accumulators
 */
final class PaneLog<A> {

    private final List<Entry<A>> entries = new ArrayList<>(2);

    /** A window, by its end and by which of the windows that were asked for it is. */
    private record Entry<A>(long end, int windows, Pane<A> pane) {

        int compare(long otherEnd, int otherWindows) {
            return end != otherEnd
                    ? Long.compare(end, otherEnd)
                    : Integer.compare(windows, otherWindows);
        }
    }

    int size() {
        return entries.size();
    }

    /** Where the last of the windows ends; there must be one. */
    long lastEnd() {
        return entries.get(entries.size() - 1).end;
    }

    /** The pane of a window; a new one if nothing is remembered. */
    Pane<A> of(long end, int windows) {
        int low = 0;
        int high = entries.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).compare(end, windows) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < entries.size() && entries.get(low).compare(end, windows) == 0) {
            return entries.get(low).pane;
        }
        Pane<A> pane = new Pane<>();
        entries.add(low, new Entry<>(end, windows, pane));
        return pane;
    }

    /** Forgets windows that end at the given time or before. */
    void dropThrough(long end) {
        int drop = 0;
        while (drop < entries.size() && entries.get(drop).end <= end) {
            drop++;
        }
        entries.subList(0, drop).clear();
    }

    /** A copy that shares nothing that changes. */
    PaneLog<A> copy(Accumulators<?, A, ?> aggregate) {
        PaneLog<A> copy = new PaneLog<>();
        for (Entry<A> entry : entries) {
            Pane<A> pane = new Pane<>();
            pane.sent = entry.pane.sent;
            pane.kept = entry.pane.kept == null ? null : aggregate.copy(entry.pane.kept);
            copy.entries.add(new Entry<>(entry.end, entry.windows, pane));
        }
        return copy;
    }

    void write(DataOutputView target, TypeSerializer<A> serializer) throws IOException {
        Numbers.write(entries.size(), target);
        for (Entry<A> entry : entries) {
            Numbers.write(entry.end, target);
            Numbers.write(entry.windows, target);
            Numbers.write(entry.pane.sent, target);
            target.writeBoolean(entry.pane.kept != null);
            if (entry.pane.kept != null) {
                serializer.serialize(entry.pane.kept, target);
            }
        }
    }

    static <A> PaneLog<A> read(DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        PaneLog<A> log = new PaneLog<>();
        long size = Numbers.readOne(source);
        for (long i = 0; i < size; i++) {
            long end = Numbers.readOne(source);
            int windows = (int) Numbers.readOne(source);
            Pane<A> pane = new Pane<>();
            pane.sent = (int) Numbers.readOne(source);
            if (source.readBoolean()) {
                pane.kept = serializer.deserialize(source);
            }
            log.entries.add(new Entry<>(end, windows, pane));
        }
        return log;
    }
}
