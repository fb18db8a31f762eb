package io.tidemark.jobs.watermarklab;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Some strategies run over judged events: constant delays, and two that follow what comes. */
record Rivals(Judged of) {

    private interface Rule {
        long delay(List<Long> recent);
    }

    List<LabReport.Strategy> all() {
        return List.of(
                run("bounded 2 s", Reports.line(2_000), recent -> 2_000),
                run("bounded 12 s", Reports.line(12_000), recent -> 12_000),
                run("bounded 1 min", Reports.line(60_000), recent -> 60_000),
                run(
                        "quantile 1%",
                        "QuantileWatermarks.behindAtMost(0.01)",
                        recent -> Math.max(100, Reports.at(recent, 0.99))),
                run(
                        "window 99.9%",
                        "CompleteWindows.of(Duration.ofMinutes(1)).keeping(0.999)",
                        recent -> Math.max(100, Reports.at(recent, 0.997) * 6 / 10)));
    }

    private LabReport.Strategy run(String name, String java, Rule rule) {
        List<Long> recent = new ArrayList<>();
        long delay = rule.delay(List.of(1_000L));
        long behind = 0;
        double sum = 0;
        long[] lost = new long[of.windows.size()];
        List<Long> times = new ArrayList<>();
        List<Long> trail = new ArrayList<>();
        int every = Math.max(1, of.events.size() / 300);
        for (int i = 0; i < of.events.size(); i++) {
            behind += of.behind(i, delay) ? 1 : 0;
            for (int w = 0; w < lost.length; w++) {
                lost[w] += of.lost(i, w, delay) ? 1 : 0;
            }
            sum += delay;
            recent.add(of.disorder(i));
            if (i % every == 0) {
                List<Long> sorted =
                        new ArrayList<>(
                                recent.subList(Math.max(0, recent.size() - 1_500), recent.size()));
                Collections.sort(sorted);
                delay = rule.delay(sorted);
                Long max = of.before.get(i);
                if (max != null) {
                    times.add(Math.max(max, times.isEmpty() ? max : times.get(times.size() - 1)));
                    trail.add(delay);
                }
            }
        }
        List<Long> lostByWindow = new ArrayList<>();
        for (long count : lost) {
            lostByWindow.add(count);
        }
        return new LabReport.Strategy(
                name,
                java,
                behind,
                lostByWindow,
                sum / of.events.size(),
                of.before.stream().filter(Objects::isNull).count(),
                new LabReport.Series(times, trail));
    }
}
