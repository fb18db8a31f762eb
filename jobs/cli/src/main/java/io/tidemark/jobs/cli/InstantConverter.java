package io.tidemark.jobs.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads instants as people write them: a date, which stands for its midnight in UTC, or an ISO 8601
 * instant; from the year 0 to the year 9999.
 */
public final class InstantConverter implements ITypeConverter<Instant> {

    // Beyond these, a delay or a window would carry a time in milliseconds over the edge of a long.
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant BEYOND_LAST = Instant.parse("+10000-01-01T00:00:00Z");

    @Override
    public Instant convert(String text) {
        try {
            Instant instant =
                    text.contains("T")
                            ? Instant.parse(text)
                            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            if (!instant.isBefore(FIRST) && instant.isBefore(BEYOND_LAST)) {
                return instant;
            }
        } catch (DateTimeException unparsable) {
            // falls through to the refusal
        }
        throw new TypeConversionException(
                "'"
                        + text
                        + "': give a date or an instant from the year 0 to 9999, as in 2000-01-01 or 2000-01-01T00:00:00Z");
    }
}
