/**
 * Windows: aggregates of a keyed stream over event time.
 *
 * <pre>
 *  tumbling   [   3   )[   1   )[   2   )       each event in one window
 *  hopping    [   3   )                         each event in size / hop windows
 *                [   2   )
 *                   [   2   )
 *  calendar   [  23 h )[   24 h   )             days, weeks, months of a time zone
 *  session    [  2 )    [  4    )   [ 1 )       as long as the gaps are short
 *  sliding     (  1]                            one result an event, over what came before it
 *              (   2]
 *                  (  2]
 * </pre>
 *
 * <p><b>Guarantee.</b> Every event is in the results of each window that it was in time for; one
 * that was in time for none is in the late output, and one that was in time for some only is
 * counted and, if asked, reported. {@code in = windowed + late + out of range}, judged event by
 * event, also in front of a local aggregation. A window sends its row once the watermark has
 * reached its end − 1, one update a step of the watermark afterwards, and nothing behind end − 1 +
 * allowed lateness. At the end of the input every window is sent once. Results are the same on
 * every state backend and at every parallelism, and after a crash; only how many early rows and
 * updates there are depends on how the watermark stepped.
 *
 * <p><b>How it works.</b> Time is cut at the edges of all windows; a slice between two edges is in
 * a window whole or not at all, so an event is added to one slice, whatever the number of windows
 * (Krishnamurthy, Wu, Franklin: On-the-fly sharing for streamed aggregation, SIGMOD 2006). A window
 * that moves on is computed from what enters and what leaves: with a running total if the aggregate
 * is invertible, with two stacks if it is not (Tangwongsan, Hirzel, Schneider, Wu: General
 * incremental sliding-window aggregation, VLDB 2015). Keys lie in memory, in front of the backend,
 * in buckets by when they are due, within a budget; the backend sees a key once a checkpoint, or
 * when it has to leave the memory, and only what changed of it. The times at which keys outside the
 * memory are due stand on pages of some hundred keys each, not in a timer a key. Where memory is
 * short, a key comes in without a look at what the backend has, is added to it blindly when it
 * leaves, and is read when it is due. What is due is fired in slices of time of 100 ms, a key with
 * much to send in portions; barriers and events pass between them. A watermark goes on when all
 * that was due at it is sent, and those that came meanwhile wait, the newest in the place of the
 * others.
 *
 * <p><b>To read it</b>, follow an event: {@code WindowsOperator} takes it, {@code KeysInMemory} has
 * its key, a {@code WindowEngine} ({@code AlignedEngine}, {@code SessionEngine}, {@code
 * SlidingEngine}) puts it into {@code Slices} or a session; then follow a watermark: {@code
 * SlicedFiring}, the engine's {@code …Firing}, a {@code WindowFold} or {@code QueueFold} for what
 * the window holds, {@code PaneWriter} for the row. What the backend keeps is in the classes named
 * {@code Stored…}.
 *
 * <p><b>Cost</b> of an event: a look into a hash table and one addition, and of a row:
 *
 * <table>
 *   <caption>Operations of the aggregate, in the mean, and what is kept of a key</caption>
 *   <tr><th>windows</th><th>an event</th><th>a row</th><th>state of a key</th></tr>
 *   <tr><td>tumbling, calendar</td><td>1 add</td><td>none</td><td>8 bytes and an accumulator an open window</td></tr>
 *   <tr><td>hopping, invertible</td><td>1 add</td><td>1 merge, 1 retract a slice of the hop</td><td>the same a slice with events, and one total</td></tr>
 *   <tr><td>hopping, other</td><td>1 add</td><td>3 merges; the whole window behind an event that is late for a part</td><td>the same, and in memory one total a slice</td></tr>
 *   <tr><td>several at once, invertible</td><td>1 add, and 1 merge a slice</td><td>1 copy, 1 retract, of any length</td><td>slices of all edges, once; in memory twice</td></tr>
 *   <tr><td>several at once, other</td><td>1 add</td><td>as hopping, each</td><td>slices of all edges, once</td></tr>
 *   <tr><td>session</td><td>1 add, 1 merge a session joined</td><td>none</td><td>16 bytes and an accumulator a session</td></tr>
 *   <tr><td>sliding, invertible</td><td colspan="2">1 add, 1 merge, 1 retract</td><td>8 bytes and an accumulator an event time in range</td></tr>
 *   <tr><td>sliding, other</td><td colspan="2">1 add, 3 merges</td><td>the same</td></tr>
 * </table>
 *
 * <p>An allowed lateness keeps all of this for as much longer; rows that may be taken back, or add
 * up, keep one more accumulator a window. A key that has to come from the backend costs one read
 * and, when it leaves again, one write; an event of a tumbling, hopping or calendar window that is
 * on time and ends within ten minutes mostly saves the read, unless there are early or empty rows.
 * Memory: {@link io.tidemark.operators.window.WindowAggregation#keepingInMemory} parts a subtask.
 * The key that an event came for stays, however large it is, and what is remembered of late events,
 * early rows and empty windows until they are sent is not counted. At a barrier all that changed in
 * memory is written before the barrier goes on, one write a key; the events of sliding windows that
 * wait for the watermark, and what is remembered of rows, are written whole each time.
 *
 * <p><b>Lateness.</b> An event is late for a window if the watermark has reached end − 1 + allowed
 * lateness. The watermark is the operator's own, kept across a restore for each key group, where
 * Flink's starts again at its lowest. Of a key group without keys it is that of some subtask.
 *
 * <p><b>Restore.</b> Windows, what was sent of them and what is due go on where the checkpoint was
 * cut, at any parallelism. Stored layouts have versions, and accumulators are migrated as Flink
 * migrates them. State is empty at the checkpoint after the last window has closed. A restore under
 * settings by which state would be read wrongly is refused: see {@link
 * io.tidemark.operators.window.WindowAggregation}.
 *
 * <p><b>Metrics</b> of a subtask, from zero after a restart but for the ledger's: {@code
 * tidemark_ledger_late_at_window} counts late events, {@code partlyLate} those late for some of
 * their windows, {@code outOfRange} those that no window can hold, {@code updates} rows after late
 * events. {@code openPanes} is what is held in memory of open windows: slices, sessions, events
 * that wait, rows that are remembered, totals where an aggregate is not invertible; {@code
 * keysInMemory} and {@code partsInMemory} are what the budget counts; what is in the backend alone
 * is in none of the three. {@code watermarkLagMillis} is how far, in event time, the watermark that
 * left is behind the one that came: 0 if nothing waits to be fired, −1 if it cannot be told, before
 * the first and behind the last. {@code lastFiredLagMillis} is how long ago, by the machine's
 * clock, the latest window ended that was sent on time. Bytes of state only the backend knows: see
 * Flink's {@code state.backend.rocksdb.metrics.estimate-live-data-size} and the size of its
 * checkpoints.
 */
@NullMarked
package io.tidemark.operators.window;

import org.jspecify.annotations.NullMarked;
