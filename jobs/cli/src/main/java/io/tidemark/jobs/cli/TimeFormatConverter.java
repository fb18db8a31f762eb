package io.tidemark.jobs.cli;

import io.tidemark.operators.deadletter.TimeFormat;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how times are written: {@code iso}, {@code millis} or {@code seconds}, in any case. */
public final class TimeFormatConverter implements ITypeConverter<TimeFormat> {

    @Override
    public TimeFormat convert(String text) {
        for (TimeFormat format : TimeFormat.values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new TypeConversionException(
                "'" + text + "' is no format of times: give iso, millis or seconds");
    }
}
