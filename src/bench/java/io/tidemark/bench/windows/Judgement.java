package io.tidemark.bench.windows;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target and what became of it.
 *
 * @param value the ratio or value reached; null if an engine it takes did not run
 * @param held null if there is no value, or if the engines' rows differ or were not compared
 */
record Judgement(Target target, @Nullable Double value, @Nullable Boolean held) {

    static List<Judgement> of(CaseResult result, List<CaseResult> all) {
        return result.windowCase().targets().stream()
                .filter(target -> target.backend() == result.backend())
                .map(target -> judge(target, result, all))
                .toList();
    }

    private static Judgement judge(Target target, CaseResult result, List<CaseResult> all) {
        Double value = value(target, result, all);
        boolean counts =
                result.agreement().verdict() == Agreement.Verdict.EQUAL
                        || result.agreement().verdict() == Agreement.Verdict.ALONE;
        return new Judgement(target, value, value == null || !counts ? null : target.holds(value));
    }

    private static @Nullable Double value(Target target, CaseResult result, List<CaseResult> all) {
        if (!result.has(Engines.OURS)) {
            return null;
        }
        return switch (target.measure()) {
            case ENGINE -> result.ratio(target.against());
            case OUR_HEAP -> toOurs(result, find(all, result.windowCase().name(), Backend.HEAP));
            case OUR_CASE -> toOurs(result, find(all, target.against(), result.backend()));
            case BARRIER -> result.barrierMillis(Engines.OURS);
            case BUSIEST -> result.busiest(Engines.OURS);
        };
    }

    private static @Nullable Double toOurs(CaseResult result, @Nullable CaseResult other) {
        return other == null || !other.has(Engines.OURS)
                ? null
                : result.speed(Engines.OURS) / other.speed(Engines.OURS);
    }

    private static @Nullable CaseResult find(
            List<CaseResult> all, String windowCase, Backend backend) {
        for (CaseResult result : all) {
            if (result.windowCase().name().equals(windowCase) && result.backend() == backend) {
                return result;
            }
        }
        return null;
    }
}
