package io.tidemark.operators.window;

import java.time.Duration;
import java.util.Locale;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * What stored windows depend on, in words: it is kept with them, and a restore that would read them
 * otherwise than they were written is refused. {@link WindowAggregation} tells what may change.
 *
 * <p>The words stand in savepoints and must stay as they are.
 *
 * @param windows which windows, see {@link WindowEngine#windows}
 * @param latenessMillis how long after its end a window may change
 * @param rows which rows it sends, as far as it matters to what is remembered of them
 * @param sendsEmpty whether it is known when keys were alive
 */
record Settings(String windows, long latenessMillis, String rows, boolean sendsEmpty) {

    private static final MapStateDescriptor<String, String> STATE =
            new MapStateDescriptor<>("settings", Types.STRING, Types.STRING);

    private static final String LAYOUT = "layout";
    private static final String LAYOUT_OF_THIS_VERSION = "1";
    private static final String WINDOWS = "windows";
    private static final String LATENESS = "allowedLateness";
    private static final String ROWS = "emitting";
    private static final String EMPTY = "emittingEmptyFor";

    private static final String ONE_ROW = "one row a window";
    private static final String WITH_EARLY_ROWS = " with early rows";

    /** Stands between windows that share a state. */
    static final String AND = ", ";

    static Settings of(WindowEngine<?, ?, ?, ?> engine, WindowPlan plan) {
        return new Settings(
                engine.windows(), plan.latenessMillis(), rowsOf(plan), plan.sendsEmpty());
    }

    /** Where a window sends one row, nothing is remembered of it, whatever later ones would be. */
    private static String rowsOf(WindowPlan plan) {
        if (!plan.keepsPanes()) {
            return ONE_ROW;
        }
        String refinement = plan.panes().refinement().name().toLowerCase(Locale.ROOT);
        boolean early = plan.panes().hasEarly() && isDiscarding(refinement);
        return early ? refinement + WITH_EARLY_ROWS : refinement;
    }

    private static boolean isDiscarding(String rows) {
        return rows.startsWith("discarding");
    }

    /**
     * Compares with what the checkpoint was written with, and remembers what is asked for now.
     *
     * @param uid of the operator
     * @throws IllegalStateException if what is stored cannot be read so
     */
    void replace(OperatorStateStore store, String uid) throws Exception {
        // Broadcast: a list of all subtasks' would forbid checkpoints once some have finished.
        BroadcastState<String, String> state = store.getBroadcastState(STATE);
        if (state.contains(WINDOWS)) {
            check(read(state), state.get(LAYOUT), uid);
        }
        state.put(LAYOUT, LAYOUT_OF_THIS_VERSION);
        state.put(WINDOWS, windows);
        state.put(LATENESS, String.valueOf(latenessMillis));
        state.put(ROWS, rows);
        state.put(EMPTY, String.valueOf(sendsEmpty));
    }

    private static Settings read(BroadcastState<String, String> state) throws Exception {
        return new Settings(
                state.get(WINDOWS),
                Long.parseLong(state.get(LATENESS)),
                state.get(ROWS),
                Boolean.parseBoolean(state.get(EMPTY)));
    }

    private void check(Settings stored, String layout, String uid) {
        if (!layout.equals(LAYOUT_OF_THIS_VERSION)) {
            throw refused(uid, LAYOUT, layout, LAYOUT_OF_THIS_VERSION);
        }
        if (!windows.equals(stored.windows) && !stored.windows.startsWith(windows + AND)) {
            throw refused(uid, WINDOWS, stored.windows, windows);
        }
        if (latenessMillis != stored.latenessMillis) {
            throw refused(
                    uid,
                    LATENESS,
                    Duration.ofMillis(stored.latenessMillis).toString(),
                    Duration.ofMillis(latenessMillis).toString());
        }
        if (!rows.equals(stored.rows) && !beginsAnew(stored)) {
            throw refused(uid, ROWS, stored.rows, rows);
        }
        if (sendsEmpty && !stored.sendsEmpty) {
            throw refused(uid, EMPTY, "never", "some time");
        }
    }

    /**
     * Whether no window that is stored has sent a row, and all that is needed for rows is there.
     */
    private boolean beginsAnew(Settings stored) {
        return stored.rows.equals(ONE_ROW) && latenessMillis == 0 && !isDiscarding(rows);
    }

    private static IllegalStateException refused(
            String uid, String option, String stored, String asked) {
        return new IllegalStateException(
                "uid="
                        + uid
                        + ": its windows were stored with "
                        + option
                        + "="
                        + stored
                        + " and are asked for with "
                        + option
                        + "="
                        + asked
                        + ", by which what is stored would be read wrongly: set it back, or give the"
                        + " windows another uid, under which they begin empty (allow the restore to"
                        + " leave out the state of the old one)");
    }
}
