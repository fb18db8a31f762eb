package io.tidemark.bench.windows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the engines of a case gave the same rows on a backend, and the same as on the other, as
 * far as each two had got.
 *
 * @param verdict what was found
 * @param rows the most rows that two engines were compared on
 * @param difference the first difference, in words; empty if there is none
 */
record Agreement(Verdict verdict, long rows, String difference) {

    enum Verdict {
        EQUAL("equal"),
        DIFFERENT("DIFFERENT"),
        /** Two engines ran, but one completed not a second of event time. */
        NOT_COMPARED("not compared"),
        /** Only one engine ran. */
        ALONE("alone");

        private final String label;

        Verdict(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    private record Contender(Backend backend, String engine, Measurement measurement) {
        String name() {
            return engine + " on " + backend.label();
        }
    }

    static Agreement alone() {
        return new Agreement(Verdict.ALONE, 0, "");
    }

    /** Compares the exact engines of a case, each with each, on one backend and with the other. */
    static Agreement on(Backend backend, List<CaseResult> backends, List<Engine> engines) {
        List<Contender> contenders = contenders(backends, engines);
        long most = 0;
        boolean pairs = false;
        for (int one = 0; one < contenders.size(); one++) {
            for (int other = 0; other < one; other++) {
                Contender first = contenders.get(other);
                Contender second = contenders.get(one);
                long watermark =
                        Math.min(first.measurement().watermark(), second.measurement().watermark());
                SecondSums sums = first.measurement().sums();
                Long difference = sums.firstDifference(second.measurement().sums(), watermark);
                if (difference != null) {
                    return new Agreement(Verdict.DIFFERENT, 0, describe(first, second, difference));
                }
                if (!first.engine().equals(second.engine())
                        && first.backend() == backend
                        && second.backend() == backend) {
                    pairs = true;
                    most = Math.max(most, sums.prefix(watermark).rows());
                }
            }
        }
        if (!pairs) {
            return alone();
        }
        return new Agreement(most > 0 ? Verdict.EQUAL : Verdict.NOT_COMPARED, most, "");
    }

    private static List<Contender> contenders(List<CaseResult> backends, List<Engine> engines) {
        List<Contender> contenders = new ArrayList<>();
        for (CaseResult result : backends) {
            for (Engine engine : engines) {
                if (engine.isExact() && result.has(engine.name())) {
                    contenders.add(
                            new Contender(
                                    result.backend(),
                                    engine.name(),
                                    result.longest(engine.name())));
                }
            }
        }
        return contenders;
    }

    private static String describe(Contender first, Contender second, long epochSecond) {
        return String.format(
                Locale.ROOT,
                "the rows of windows that end within the second after %s differ: %s gave %,d, %s %,d",
                Instant.ofEpochSecond(epochSecond),
                first.name(),
                first.measurement().sums().rowsOf(epochSecond),
                second.name(),
                second.measurement().sums().rowsOf(epochSecond));
    }
}
