package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.watermarklab.Trace.Event;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Events judged in the most obvious way: for every delay of a grid each is judged anew, by the
 * highest credible time of its partition before it.
 */
final class Judged {

    private static final long MAX_AHEAD = 60_000;

    final List<Event> events;
    final boolean arrivals;
    final List<LabReport.Window> windows;
    final List<Long> delays;

    /** The highest credible time of an event's partition before it, null before the first. */
    final List<@Nullable Long> before = new ArrayList<>();

    final List<Long> progressArrival = new ArrayList<>();
    final List<Long> progressMax = new ArrayList<>();
    long ahead;

    private Judged(List<Event> events, boolean arrivals, List<LabReport.Window> windows) {
        this.events = events;
        this.arrivals = arrivals;
        this.windows = windows;
        this.delays = grid();
    }

    /** Judges events; without arrivals their order is all that is known. */
    static Judged of(List<Event> events, boolean arrivals, List<LabReport.Window> windows) {
        Judged judged = new Judged(events, arrivals, windows);
        judged.readOnce();
        return judged;
    }

    static List<Long> grid() {
        TreeSet<Long> delays = new TreeSet<>(List.of(0L));
        for (double delay = 100; delay <= 600_000; delay *= 1.09) {
            long unit = (long) Math.pow(10, Math.floor(Math.log10(delay)) - 1);
            delays.add(Math.round(delay / unit) * unit);
        }
        return List.copyOf(delays);
    }

    static long step(long delay) {
        return Math.max(1, delay / 100);
    }

    static long watermark(long max, long delay) {
        return Math.floorDiv(max - delay, step(delay)) * step(delay) - 1;
    }

    long end(Event event, int window) {
        long size = windows.get(window).sizeMs();
        return (Math.floorDiv(event.time(), size) + 1) * size;
    }

    boolean isAhead(Event event) {
        return arrivals && event.time() - MAX_AHEAD > event.arrival();
    }

    private void readOnce() {
        Map<Integer, Long> max = new HashMap<>();
        long partitions = events.stream().map(Event::partition).distinct().count();
        for (Event event : events) {
            before.add(max.get(event.partition()));
            if (isAhead(event)) {
                ahead++;
            } else {
                max.merge(event.partition(), event.time(), Math::max);
            }
            if (max.size() == partitions) {
                long slowest = Collections.min(max.values());
                if (progressMax.isEmpty() || slowest > progressMax.get(progressMax.size() - 1)) {
                    progressMax.add(slowest);
                    progressArrival.add(arrivals ? event.arrival() : before.size());
                }
            }
        }
    }

    boolean behind(int event, long delay) {
        Long max = before.get(event);
        return max != null && events.get(event).time() <= watermark(max, delay);
    }

    boolean lost(int event, int window, long delay) {
        Long max = before.get(event);
        return max != null && end(events.get(event), window) - 1 <= watermark(max, delay);
    }

    long disorder(int event) {
        Long max = before.get(event);
        return max == null ? 0 : Math.max(0, max - events.get(event).time());
    }

    long lag(int event) {
        return events.get(event).arrival() - events.get(event).time();
    }

    interface Verdict {
        boolean isAgainst(int event, long delay);
    }

    List<Long> counts(Verdict verdict) {
        List<Long> counts = new ArrayList<>();
        for (long delay : delays) {
            long count = 0;
            for (int i = 0; i < events.size(); i++) {
                count += verdict.isAgainst(i, delay) ? 1 : 0;
            }
            counts.add(count);
        }
        return counts;
    }

    int from(int event, Verdict verdict) {
        int from = 0;
        for (int i = 0; i < delays.size(); i++) {
            if (verdict.isAgainst(event, delays.get(i))) {
                from = i + 1;
            }
        }
        return from;
    }

    @Nullable Double latency(int window, long delay) {
        TreeSet<Long> ends = new TreeSet<>();
        events.stream().filter(e -> !isAhead(e)).forEach(event -> ends.add(end(event, window)));
        double sum = 0;
        long closed = 0;
        int point = 0;
        for (long end : ends) {
            while (point < progressMax.size()
                    && watermark(progressMax.get(point), delay) < end - 1) {
                point++;
            }
            if (point < progressMax.size()) {
                sum += progressMax.get(point) - end;
                closed++;
            }
        }
        return closed == 0 ? null : sum / closed;
    }

    @Nullable Double open(int window, long delay) {
        if (progressMax.size() < 2) {
            return null;
        }
        long size = windows.get(window).sizeMs();
        Map<String, Long> firsts = new HashMap<>();
        for (Event event : events) {
            if (!isAhead(event)) {
                firsts.merge(event.key() + "@" + end(event, window), event.time(), Math::min);
            }
        }
        double sum = 0;
        for (Map.Entry<String, Long> first : firsts.entrySet()) {
            long end = (Math.floorDiv(first.getValue(), size) + 1) * size;
            sum += end + delay - first.getValue();
        }
        return sum / (progressMax.get(progressMax.size() - 1) - progressMax.get(0));
    }
}
