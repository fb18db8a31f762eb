package io.tidemark.operators.window;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What sessions must send, in the plainest way: keep every event, and find the sessions anew each
 * time the watermark moves.
 */
final class SessionReference<R> extends WindowReference<WindowResult<String, R>> {

    /** An event with a window of its own. */
    private static final class Event {

        private final Sale sale;
        private final long start;
        private final long end;
        private final long metWatermark;

        /** Whether it was in no row yet. */
        private boolean fresh = true;

        private Event(Sale sale, long start, long end, long metWatermark) {
            this.sale = sale;
            this.start = start;
            this.end = end;
            this.metWatermark = metWatermark;
        }

        private boolean touches(Event other) {
            return start <= other.end && other.start <= end;
        }
    }

    /** A session, as of now. */
    private record Session(List<Event> events) {

        long start() {
            return events.stream().mapToLong(event -> event.start).min().orElseThrow();
        }

        long end() {
            return events.stream().mapToLong(event -> event.end).max().orElseThrow();
        }
    }

    /** A row that a reader has, and the events of its session. */
    private record Sent<R>(WindowResult<String, R> row, List<Event> events) {}

    private final SessionCase<?, R> asked;
    private final WindowPlan plan;
    private final Map<String, List<Event>> open = new TreeMap<>();
    private final List<Sent<R>> sent = new ArrayList<>();
    private final Map<String, Integer> panes = new HashMap<>();

    SessionReference(SessionCase<?, R> asked) {
        this.asked = asked;
        this.plan = asked.plan();
    }

    @Override
    void event(Sale sale, long time) {
        Event event = new Event(sale, time, time + asked.gapOf(sale), watermark);
        List<Event> events = open.computeIfAbsent(sale.shop(), none -> new ArrayList<>());
        boolean alone = events.stream().noneMatch(event::touches);
        if (alone && event.end - 1 + plan.latenessMillis() <= watermark) {
            late(sale, time, event.end);
        } else {
            events.add(event);
        }
    }

    @Override
    void step(long before) {
        open.forEach(
                (key, events) ->
                        sessions(events).forEach(session -> fire(key, events, session, before)));
    }

    private static List<Session> sessions(List<Event> events) {
        List<Session> sessions = new ArrayList<>();
        List<Event> rest = new ArrayList<>(events);
        while (!rest.isEmpty()) {
            List<Event> together = new ArrayList<>(List.of(rest.remove(0)));
            boolean grew = true;
            while (grew) {
                List<Event> more =
                        rest.stream()
                                .filter(event -> together.stream().anyMatch(event::touches))
                                .toList();
                grew = !more.isEmpty();
                together.addAll(more);
                rest.removeAll(more);
            }
            sessions.add(new Session(together));
        }
        sessions.sort(Comparator.comparing(Session::start));
        return sessions;
    }

    private void fire(String key, List<Event> events, Session session, long before) {
        long passes = session.end() - 1 + plan.delayMillis();
        boolean fresh = session.events.stream().anyMatch(event -> event.fresh);
        boolean closed = session.end() - 1 + plan.latenessMillis() <= watermark;
        if (passes <= before) {
            if (fresh) {
                send(key, session, PaneTiming.LATE, closed);
            }
        } else if (passes <= watermark) {
            send(key, session, PaneTiming.ON_TIME, closed);
        } else if (plan.panes().earlyMillis() > 0 && tickHasPassed(session)) {
            send(key, session, PaneTiming.EARLY, false);
        }
        if (closed) {
            events.removeAll(session.events);
            sent.removeIf(row -> session.events.containsAll(row.events));
        }
    }

    /** Whether the watermark has passed a multiple of the period since an event came. */
    private boolean tickHasPassed(Session session) {
        return session.events.stream()
                .filter(event -> event.fresh)
                .anyMatch(event -> ticks(event.metWatermark) < ticks(watermark));
    }

    private long ticks(long mark) {
        return mark == Long.MIN_VALUE ? mark : Math.floorDiv(mark + 1, plan.panes().earlyMillis());
    }

    private void send(String key, Session session, PaneTiming timing, boolean last) {
        long start = session.start();
        long end = session.end();
        if (plan.panes().refinement() == Panes.Refinement.RETRACTING) {
            List<Sent<R>> outdated =
                    sent.stream().filter(row -> session.events.containsAll(row.events)).toList();
            outdated.forEach(row -> takeBack(row.row, start, end, timing));
            sent.removeAll(outdated);
        }
        boolean onlyFresh = plan.panes().refinement() == Panes.Refinement.DISCARDING;
        List<Sale> content =
                session.events.stream()
                        .filter(event -> event.fresh || !onlyFresh)
                        .map(event -> event.sale)
                        .toList();
        int pane = panes.merge(key + " " + start + " " + end, 1, Integer::sum) - 1;
        R value = asked.aggregate().naive().apply(content);
        WindowResult<String, R> row =
                new WindowResult<>(key, 0, start, end, value, timing, pane, last, false);
        row(row);
        sent.add(new Sent<>(row, List.copyOf(session.events)));
        session.events.forEach(event -> event.fresh = false);
    }

    private void takeBack(WindowResult<String, R> row, long start, long end, PaneTiming timing) {
        boolean gone = row.start() != start || row.end() != end;
        row(
                new WindowResult<>(
                        row.key(),
                        0,
                        row.start(),
                        row.end(),
                        row.value(),
                        timing,
                        row.pane(),
                        gone,
                        true));
    }
}
