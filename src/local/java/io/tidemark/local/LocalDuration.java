package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as an option writes it: a whole number and its unit, as in 60s. */
final class LocalDuration {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private static final Map<String, ChronoUnit> UNITS =
            Map.of(
                    "ms", ChronoUnit.MILLIS,
                    "s", ChronoUnit.SECONDS,
                    "m", ChronoUnit.MINUTES,
                    "h", ChronoUnit.HOURS,
                    "d", ChronoUnit.DAYS);

    private LocalDuration() {}

    /**
     * Reads a length of time above zero.
     *
     * @throws WrongUsage if it is none
     */
    static Duration parse(String option, String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            ChronoUnit unit = UNITS.getOrDefault(parts.group(2), ChronoUnit.SECONDS);
            Duration duration = Duration.of(Long.parseLong(parts.group(1)), unit);
            if (!duration.isZero()) {
                return duration;
            }
        }
        throw new WrongUsage(
                option
                        + "="
                        + text
                        + ": write a whole number above 0 and its unit (ms, s, m, h or d), such as"
                        + " 60s");
    }
}
