package io.tidemark.operators.window;

import io.tidemark.operators.window.Panes.Refinement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The engine of windows of some kind with one fault; without one it is sound.
 *
 * @param <O> the type of the rows
 * @param <H> what is kept in memory of a key
 */
abstract class BrokenEngine<O, H extends HotKey<String>>
        extends ForwardingEngine<String, Sale, Sale, O, H> {

    enum Fault {
        /** The control: must pass where the others must not. */
        NONE,
        /** An event at the very start of a window goes into the one before. */
        START_EXCLUSIVE,
        /** A window is taken for complete one millisecond before it is. */
        FIRES_TOO_EARLY,
        /** The oldest part of what is kept is forgotten one part too early. */
        EVICTS_TOO_EARLY,
        /** What a key has is never forgotten. */
        NEVER_FORGETS,
        /** A key that comes back into memory has forgotten the rows that it sent. */
        FORGETS_ROWS,
        /** A key that comes back into memory has forgotten when something is due. */
        FORGETS_DUE,
        /** What came to a key that was not read is gone once the key is read. */
        FORGETS_UNREAD,
        /** Late events leave and are not counted. */
        COUNTS_NO_LATE,
        /** Events that missed some of their windows are not reported. */
        REPORTS_NO_PARTLY_LATE,
        /** A checkpoint has what is in the backend and not what is in memory. */
        STORES_NOTHING_AT_CHECKPOINTS,
        /** A key is due again at the very watermark at which it was fired. */
        STAYS_DUE,
        /** An event that is late by one millisecond is not. */
        LATENESS_TOO_LONG,
        /** Rows replace those before without taking them back. */
        TAKES_NOTHING_BACK,
        /** Early rows come a little less often than asked for. */
        TICKS_TOO_SELDOM,
        /** A session goes on a millisecond too long. */
        GAP_TOO_LONG,
        /** Two events exactly the gap apart are in two sessions. */
        TOUCHING_ARE_APART,
        /** The rows of sessions that became one are not taken back. */
        MERGES_LOSE_ROWS,
        /** An event is one millisecond too old and still seen. */
        RANGE_TOO_LONG,
        /** One more of the last events is seen. */
        ONE_EVENT_TOO_MANY,
        /** An event does not see those of its time that come after it. */
        EQUAL_TIMES_APART,
        /** A key that comes back into memory has forgotten the total of its range. */
        FORGETS_TOTAL;

        /** What is understood of a plan. */
        WindowPlan misread(WindowPlan plan) {
            Panes panes = plan.panes();
            Duration early = Duration.ofMillis(panes.earlyMillis());
            return switch (this) {
                case LATENESS_TOO_LONG -> Plans.allowing(plan.latenessMillis() + 1, plan);
                case TAKES_NOTHING_BACK ->
                        panes.refinement() != Refinement.RETRACTING
                                ? plan
                                : Plans.emitting(
                                        early.isZero()
                                                ? Panes.accumulating()
                                                : Panes.accumulating().earlyEvery(early),
                                        plan);
                case TICKS_TOO_SELDOM ->
                        early.isZero()
                                ? plan
                                : Plans.emitting(panes.earlyEvery(early.plusMillis(1)), plan);
                default -> plan;
            };
        }
    }

    private static final long serialVersionUID = 1L;

    final Fault fault;

    BrokenEngine(Fault fault, WindowEngine<String, Sale, O, H> sound) {
        super(sound);
        this.fault = fault;
    }

    /** Forgets what was sent. */
    abstract void forgetRows(H key) throws Exception;

    /** Forgets the oldest part of what is kept. */
    abstract void evict(H key, long watermark) throws Exception;

    @Override
    public void open(WindowContext<String, Sale, O> context) throws Exception {
        inner().open(context);
    }

    @Override
    public @Nullable H load(String key) throws Exception {
        H loaded = super.load(key);
        if (loaded != null && fault == Fault.FORGETS_ROWS) {
            forgetRows(loaded);
        }
        if (loaded != null && fault == Fault.FORGETS_DUE) {
            loaded.due = HotKey.NEVER;
        }
        return loaded;
    }

    @Override
    public void join(H read, H unread) throws Exception {
        if (fault != Fault.FORGETS_UNREAD) {
            super.join(read, unread);
        }
    }

    @Override
    public void add(H key, Sale event, long time) throws Exception {
        inner().add(key, event, fault == Fault.START_EXCLUSIVE ? time - 1 : time);
    }

    @Override
    public void fire(H key, long watermark) throws Exception {
        boolean early = fault == Fault.FIRES_TOO_EARLY && watermark < Long.MAX_VALUE;
        super.fire(key, early ? watermark + 1 : watermark);
        if (fault == Fault.EVICTS_TOO_EARLY) {
            evict(key, watermark);
        }
        if (fault == Fault.STAYS_DUE) {
            key.due = watermark;
        }
    }

    @Override
    public boolean isEmpty(H key) {
        return fault != Fault.NEVER_FORGETS && super.isEmpty(key);
    }
}
