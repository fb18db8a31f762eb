package io.tidemark.operators.window;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation over event-time windows of a keyed stream, in the place of Flink's {@code
 * .window(…).aggregate(…)}.
 *
 * <pre>{@code
 * WindowedResults<WindowResult<String, Long>, Order> perMinute =
 *         WindowAggregation.of(EventTimeWindows.hopping(ofMinutes(10), ofSeconds(1)), Count.<Order>events())
 *                 .allowedLateness(ofMinutes(5))
 *                 .emitting(Panes.accumulating())
 *                 .uid("orders-in-window")
 *                 .applyTo(orders.keyBy(Order::product));
 * }</pre>
 *
 * <p>See the package for the guarantee, the cost of an event, the state of a key and the metrics.
 * Each method returns a new aggregation and leaves this one as it is.
 *
 * <p><b>What may change over a restore.</b> State is kept with the settings that it depends on. A
 * restore that would read it wrongly fails, and says what was stored and what is asked for; there
 * is the old setting then, or a new uid, under which windows begin empty. In detail:
 *
 * <ul>
 *   <li><em>Windows</em> stay as they are, the kind of them too, and the fixed gap of sessions:
 *       slices and sessions were cut by them. Of several windows the last ones may be left out.
 *   <li><em>{@link #allowedLateness}</em> stays. A longer one would open windows again of which a
 *       part is forgotten; a shorter one would close some before they have sent their row.
 *   <li><em>{@link #emitting}</em>: the mode stays where a window may send several rows, for each
 *       mode remembers other things of them. Where it sends one, that is without allowed lateness
 *       and without early rows, any mode may come but {@link Panes#discarding()} with early rows.
 *       The period of early rows may change. They may come and go where there is an allowed
 *       lateness, unless rows add up.
 *   <li><em>{@link #emittingEmptyFor}</em> may change and go, but not come: of what is stored
 *       nobody knows when its keys were alive.
 *   <li><em>{@link #keepingInMemory}</em> and <em>{@link #reportingPartlyLate}</em> may change.
 *   <li><em>{@link #preAggregating}</em> may come and go. Where it comes, events that are late may
 *       be counted without being in the late output, until the watermark is where it was at the
 *       checkpoint; where it goes, the restore has to leave out the state of {@code <uid>-local}.
 *   <li>The aggregate may change as far as Flink migrates its accumulators. What they mean, and
 *       what a gap of the event's own is, nobody checks.
 * </ul>
 *
 * @param <T> the type of the events
 * @param <A> the type of the accumulators
 * @param <R> the type of the results
 */
public final class WindowAggregation<T, A, R> {

    /** How many parts of windows a subtask keeps in memory if nobody says otherwise. */
    public static final long DEFAULT_PARTS_IN_MEMORY = 2_000_000;

    /** How many slices of keys a local aggregation holds before it sends them on. */
    private static final int PARTS_BEFORE_SHUFFLE = 1 << 14;

    private final WindowKind<T> kind;
    private final AggregateFunction<T, A, R> aggregate;
    private final Options<A, R> options;

    /** What may be said about an aggregation, with what holds if nothing is said. */
    private static final class Options<A, R> {

        private long latenessMillis;
        private Panes panes = Panes.finalOnly();
        private long emptyForMillis = -1;
        private boolean reportsPartlyLate;
        private long partsInMemory = DEFAULT_PARTS_IN_MEMORY;
        private int partsBeforeShuffle;
        private @Nullable AggregateTypes<A, R> types;
        private @Nullable String uid;

        private Options<A, R> but(Consumer<Options<A, R>> change) {
            Options<A, R> changed = new Options<>();
            changed.latenessMillis = latenessMillis;
            changed.panes = panes;
            changed.emptyForMillis = emptyForMillis;
            changed.reportsPartlyLate = reportsPartlyLate;
            changed.partsInMemory = partsInMemory;
            changed.partsBeforeShuffle = partsBeforeShuffle;
            changed.types = types;
            changed.uid = uid;
            change.accept(changed);
            return changed;
        }
    }

    private WindowAggregation(
            WindowKind<T> kind, AggregateFunction<T, A, R> aggregate, Options<A, R> options) {
        this.kind = kind;
        this.aggregate = aggregate;
        this.options = options;
    }

    private static <T, A, R> WindowAggregation<T, A, R> of(
            WindowKind<T> kind, AggregateFunction<T, A, R> aggregate) {
        return new WindowAggregation<>(kind, aggregate, new Options<>());
    }

    /**
     * An aggregation over tumbling, hopping or calendar windows.
     *
     * @param aggregate with {@code merge}; an {@link
     *     io.tidemark.operators.aggregate.InvertibleAggregate} makes windows that overlap cheaper
     */
    public static <T, A, R> WindowAggregation<T, A, R> of(
            AlignedWindows windows, AggregateFunction<T, A, R> aggregate) {
        return of(List.of(windows), aggregate);
    }

    /**
     * An aggregation over several kinds of windows that share one state: an event is added once,
     * whatever the number of windows.
     *
     * @param windows what {@link WindowResult#windows()} counts; none of them staggered, unless it
     *     is the only one
     * @throws IllegalArgumentException if there are none, or a staggered one beside others
     */
    public static <T, A, R> WindowAggregation<T, A, R> of(
            List<AlignedWindows> windows, AggregateFunction<T, A, R> aggregate) {
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("windows=[] : give one kind of windows, or more");
        }
        if (windows.size() > 1) {
            windows.stream()
                    .filter(AlignedWindows::isStaggered)
                    .findFirst()
                    .ifPresent(
                            staggered -> {
                                throw new IllegalArgumentException(
                                        "windows="
                                                + windows
                                                + ": "
                                                + staggered
                                                + " cannot share slices with others: give it an"
                                                + " aggregation of its own");
                            });
        }
        return of(new WindowKind.Aligned<>(List.copyOf(windows)), aggregate);
    }

    /**
     * An aggregation over session windows.
     *
     * @param aggregate with {@code merge}, which makes one session of two
     */
    public static <T, A, R> WindowAggregation<T, A, R> of(
            SessionWindows<T> windows, AggregateFunction<T, A, R> aggregate) {
        return of(new WindowKind.Sessions<>(windows), aggregate);
    }

    /**
     * How long after its end a window may still change, inclusive: an event is late for a window if
     * the watermark has reached end − 1 + lateness. Zero unless given.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public WindowAggregation<T, A, R> allowedLateness(Duration lateness) {
        long millis = Durations.notNegative("allowedLateness", lateness);
        return with(changed -> changed.latenessMillis = millis);
    }

    /** Which rows a window sends; {@link Panes#finalOnly()} unless given. */
    public WindowAggregation<T, A, R> emitting(Panes panes) {
        return with(changed -> changed.panes = panes);
    }

    /**
     * Sends the rows of empty windows too while a key is alive, which it is from each of its events
     * on for the given time: a window is sent if the key was alive in it, at its end and never
     * later. Which ones that are depends on the times of the events alone, but for events that come
     * behind the watermark. Sessions are never empty: {@link #applyTo} refuses it for them.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public WindowAggregation<T, A, R> emittingEmptyFor(Duration horizon) {
        long millis = Durations.notNegative("emittingEmptyFor", horizon);
        return with(changed -> changed.emptyForMillis = millis);
    }

    /** Reports events that came too late for some of their windows, instead of only counting. */
    public WindowAggregation<T, A, R> reportingPartlyLate() {
        return with(changed -> changed.reportsPartlyLate = true);
    }

    /**
     * How much a subtask keeps in memory: a key costs three parts, and one for each slice, session
     * or row in its windows. A part is some 40 to 100 bytes and an accumulator. What exceeds it is
     * in the state backend only.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public WindowAggregation<T, A, R> keepingInMemory(long parts) {
        if (parts < 1) {
            throw new IllegalArgumentException(
                    "keepingInMemory=" + parts + " is below 1: give one part or more");
        }
        return with(changed -> changed.partsInMemory = parts);
    }

    /**
     * Aggregates in front of the shuffle too, so that a key with most of the events does not load
     * one subtask with them. It pays where events are many and their keys few, or a few keys have
     * most of the events; elsewhere it costs. Adds an operator with the uid {@code <uid>-local} to
     * the subtasks that send the events.
     *
     * <p>The rows are those that come without it, but for early ones where the watermarks of the
     * sending subtasks differ: these may show an event up to one of their periods later.
     *
     * @throws IllegalArgumentException if these windows are not aligned, in {@code applyTo}
     */
    public WindowAggregation<T, A, R> preAggregating() {
        return preAggregating(PARTS_BEFORE_SHUFFLE);
    }

    WindowAggregation<T, A, R> preAggregating(int partsBeforeShuffle) {
        return with(changed -> changed.partsBeforeShuffle = partsBeforeShuffle);
    }

    /** Names the types of the aggregate, where neither it nor its class tells them. */
    public WindowAggregation<T, A, R> types(
            TypeInformation<A> accumulator, TypeInformation<R> result) {
        return with(changed -> changed.types = new AggregateTypes<>(accumulator, result));
    }

    /** The operator's stable uid, also its name. */
    public WindowAggregation<T, A, R> uid(String uid) {
        return with(changed -> changed.uid = uid);
    }

    private WindowAggregation<T, A, R> with(Consumer<Options<A, R>> change) {
        return new WindowAggregation<>(kind, aggregate, options.but(change));
    }

    /**
     * Puts the windows into a keyed stream whose events carry their event time as Flink timestamp.
     *
     * @throws IllegalStateException if no uid was given
     * @throws IllegalArgumentException if the types of the aggregate cannot be told, or if these
     *     windows cannot do what was asked for
     */
    public <K> WindowedResults<WindowResult<K, R>, T> applyTo(KeyedStream<T, K> events) {
        String uid = options.uid;
        if (uid == null) {
            throw new IllegalStateException(
                    "windows without a uid lose their state when the job changes: give uid(…)");
        }
        AggregateTypes<A, R> types = AggregateTypes.of(aggregate, events.getType(), options.types);
        Accumulators<T, A, R> accumulators =
                new Accumulators<>(
                        events.getExecutionEnvironment().clean(aggregate),
                        types.accumulator()
                                .createSerializer(
                                        events.getExecutionConfig().getSerializerConfig()));
        WindowPlan plan =
                new WindowPlan(
                        options.latenessMillis,
                        options.panes,
                        options.emptyForMillis,
                        options.reportsPartlyLate,
                        options.partsInMemory,
                        options.partsBeforeShuffle);
        return kind.applyTo(events, accumulators, types, plan, uid);
    }
}
