package io.tidemark.jobs.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads durations as people write them: a number and a unit, {@code 250ms}, {@code 10s}, {@code
 * 1.5h}, {@code 400d}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern FORM =
            Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|d)");
    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    /**
     * Beyond a century, sums of times and durations would need care that nobody wants to pay for.
     */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text.trim());
        if (!form.matches()) {
            throw new TypeConversionException(
                    "'"
                            + text
                            + "' is not a duration: give a number and one of ms, s, m, h, d, as in 250ms, 10s or 400d");
        }
        BigDecimal millis =
                new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit(form.group(2))));
        if (millis.stripTrailingZeros().scale() > 0) {
            throw new TypeConversionException(
                    "'"
                            + text
                            + "' is not a whole number of milliseconds: event time has no finer grain");
        }
        if (millis.compareTo(BigDecimal.valueOf(LONGEST.toMillis())) > 0) {
            throw new TypeConversionException(
                    "'"
                            + text
                            + "' is longer than a century: give "
                            + LONGEST.toDays()
                            + "d or less");
        }
        return Duration.ofMillis(millis.longValueExact());
    }

    private static long unit(String name) {
        Long millis = MILLIS.get(name);
        if (millis == null) {
            throw new IllegalStateException(
                    "the pattern admits only the units of the map, not " + name);
        }
        return millis;
    }

    /** The duration in the largest unit that divides it: {@code 90s}, {@code 2h}; {@code 0s}. */
    public static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0s";
        }
        for (String unit : new String[] {"d", "h", "m", "s"}) {
            if (millis % unit(unit) == 0) {
                return millis / unit(unit) + unit;
            }
        }
        return millis + "ms";
    }
}
