package io.tidemark.operators.window;

import io.tidemark.operators.testing.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What sessions must send, in the plainest way: keep every event, and find the sessions anew each
 * time somebody asks.
 */
final class SessionReference {

    /** A row, with its result in words. */
    record Row(
            String key,
            long start,
            long end,
            String value,
            PaneTiming timing,
            int pane,
            boolean last,
            boolean retraction) {}

    /** An event with a window of its own. */
    private static final class Event {

        private final Sale sale;
        private final long end;
        private final long watermark;

        /** Whether it was in no row yet. */
        private boolean fresh = true;

        private Event(Sale sale, long end, long watermark) {
            this.sale = sale;
            this.end = end;
            this.watermark = watermark;
        }

        private boolean touches(Event other) {
            return sale.time() <= other.end && other.sale.time() <= end;
        }
    }

    /** A session, as of now. */
    private record Session(List<Event> events) {

        long start() {
            return events.stream().mapToLong(event -> event.sale.time()).min().orElseThrow();
        }

        long end() {
            return events.stream().mapToLong(event -> event.end).max().orElseThrow();
        }
    }

    /** A row that a reader has, and the events of its session. */
    private record Sent(Row row, List<Event> events) {}

    private final SessionCase asked;
    private final WindowPlan plan;
    private final Map<String, List<Event>> open = new TreeMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final Map<String, Integer> panes = new HashMap<>();
    private long watermark = Long.MIN_VALUE;

    /** All rows. */
    final List<Row> rows = new ArrayList<>();

    /** How many of them there were after each step of the history, and after its end. */
    private final List<Integer> counts = new ArrayList<>();

    /** All late events. */
    final List<Sale> late = new ArrayList<>();

    private SessionReference(SessionCase asked) {
        this.asked = asked;
        this.plan = Plans.of(asked.lateness(), asked.panes(), -1);
    }

    static SessionReference of(SessionCase asked) {
        SessionReference reference = new SessionReference(asked);
        for (Step<Sale> step : asked.history().steps()) {
            if (step instanceof Step.Element<Sale> element) {
                reference.take(element.value());
            } else if (step instanceof Step.Mark<Sale> mark) {
                reference.advance(mark.time());
            }
            reference.counts.add(reference.rows.size());
        }
        reference.advance(Long.MAX_VALUE);
        reference.counts.add(reference.rows.size());
        return reference;
    }

    /** The rows of each step, and last those of the end of the input. */
    List<List<Row>> steps() {
        List<List<Row>> steps = new ArrayList<>();
        int from = 0;
        for (int to : counts) {
            steps.add(rows.subList(from, to));
            from = to;
        }
        return steps;
    }

    private void take(Sale sale) {
        Event event = new Event(sale, sale.time() + asked.gapOf(sale), watermark);
        List<Event> events = open.computeIfAbsent(sale.shop(), none -> new ArrayList<>());
        boolean alone = events.stream().noneMatch(event::touches);
        if (alone && event.end - 1 + asked.lateness() <= watermark) {
            late.add(sale);
        } else {
            events.add(event);
        }
    }

    private void advance(long to) {
        if (to > watermark) {
            open.forEach(
                    (key, events) -> sessions(events).forEach(one -> fire(key, events, one, to)));
            watermark = to;
        }
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

    private void fire(String key, List<Event> events, Session session, long to) {
        long passes = session.end() - 1 + plan.delayMillis();
        boolean fresh = session.events.stream().anyMatch(event -> event.fresh);
        boolean closed = session.end() - 1 + asked.lateness() <= to;
        if (passes <= watermark) {
            if (fresh) {
                send(key, session, PaneTiming.LATE, closed);
            }
        } else if (passes <= to) {
            send(key, session, PaneTiming.ON_TIME, closed);
        } else if (plan.panes().earlyMillis() > 0 && tickHasPassed(session, to)) {
            send(key, session, PaneTiming.EARLY, false);
        }
        if (closed) {
            events.removeAll(session.events);
            sent.removeIf(row -> session.events.containsAll(row.events));
        }
    }

    /** Whether the watermark has passed a multiple of the period since an event came. */
    private boolean tickHasPassed(Session session, long to) {
        return session.events.stream()
                .filter(event -> event.fresh)
                .anyMatch(event -> ticks(event.watermark) < ticks(to));
    }

    private long ticks(long mark) {
        return mark == Long.MIN_VALUE ? mark : Math.floorDiv(mark + 1, plan.panes().earlyMillis());
    }

    private void send(String key, Session session, PaneTiming timing, boolean last) {
        long start = session.start();
        long end = session.end();
        if (plan.panes().refinement() == Panes.Refinement.RETRACTING) {
            List<Sent> outdated =
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
        Row row = new Row(key, start, end, asked.value(content), timing, pane, last, false);
        rows.add(row);
        sent.add(new Sent(row, List.copyOf(session.events)));
        session.events.forEach(event -> event.fresh = false);
    }

    private void takeBack(Row row, long start, long end, PaneTiming timing) {
        boolean gone = row.start != start || row.end != end;
        rows.add(new Row(row.key, row.start, row.end, row.value, timing, row.pane, gone, true));
    }
}
