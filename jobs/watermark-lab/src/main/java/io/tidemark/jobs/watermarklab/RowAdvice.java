package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
import io.tidemark.operators.deadletter.TimeFormat;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with rows that were left out, and what to do. */
final class RowAdvice {

    /** A value as examples show it, if it is shown whole. */
    private static final Pattern VALUE = Pattern.compile(" holds \"([^\"…]+)\"");

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}.*");

    /** Another format is advised if it finds a time of somebody's working life. */
    private static final long EARLIEST_LIKELY =
            Instant.parse("1980-01-01T00:00:00Z").toEpochMilli();

    private static final long LATEST_LIKELY = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    /** As a spreadsheet writes a number that is too long for its column. */
    private static final Pattern ROUNDED = Pattern.compile("\\d(\\.\\d+)?[eE]\\+?\\d+");

    private RowAdvice() {}

    /**
     * A few sentences, the first of which goes on behind a colon.
     *
     * @param example of such a row, whose value may tell what is right
     */
    static String of(String reason, String example, TraceInput input) {
        TraceFields fields = input.fields();
        String times =
                fields.arrival().isEmpty()
                        ? fields.event()
                        : fields.event() + " or " + fields.arrival();
        if (reason.equals(Reason.TIME_TOO_LATE.label())) {
            return times + " lies after the year 9999. " + another(example, fields.format(), true);
        }
        if (reason.equals(Reason.TIME_TOO_EARLY.label())) {
            return times + " lies before the year 0.";
        }
        if (reason.equals(Reason.TIME_UNPARSABLE.label())) {
            return times
                    + " is not written as "
                    + option(fields.format())
                    + " says. "
                    + another(example, fields.format(), false);
        }
        if (reason.equals(Reason.TIME_ZERO.label())) {
            return times + " is 0, which stands for no time at all.";
        }
        if (reason.equals(Reason.FIELD_MISSING.label())) {
            return input instanceof TraceInput.OfFile
                    ? "they hold nothing in "
                            + times
                            + ", or have fewer columns than the first line."
                    : "they have no field "
                            + fields.event()
                            + (fields.key().isEmpty() ? "" : " or no field " + fields.key())
                            + ", or the log keeps no time of them.";
        }
        if (reason.equals(Reason.NOT_A_NUMBER.label())) {
            return "--partition-field="
                    + fields.partition()
                    + " holds no number of a partition: a whole one from 0 to 2,147,483,647.";
        }
        if (input instanceof TraceInput.OfFile file) {
            if (reason.equals(CsvColumns.TOO_MANY_FIELDS)) {
                return "they have more fields than the first line has columns, which are "
                        + file.columns().width()
                        + ", so it is not known which is which. A value that holds a "
                        + file.columns().separatorName()
                        + " has to stand in quotes.";
            }
            if (reason.equals(CsvColumns.OPEN_QUOTE)) {
                return "a quote is open at the end of the line, or something follows a closed one. A row is one line: write the file without line breaks in values.";
            }
        }
        if (reason.equals(Reason.TOO_LARGE.label())) {
            return "they are longer than %,d %s, or their key than %,d characters."
                    .formatted(
                            input instanceof TraceInput.OfFile
                                    ? TextLines.MOST_CHARS
                                    : DeadLetteringDeserializer.MAX_RECORD_BYTES,
                            input instanceof TraceInput.OfFile ? "characters" : "bytes",
                            JsonFields.MAX_TEXT_CHARS);
        }
        if (reason.equals(Reason.NOT_JSON.label())
                || reason.equals(Reason.NOT_AN_OBJECT.label())
                || reason.equals(Reason.TOMBSTONE.label())) {
            return "they are no JSON objects, which is all that is read of a topic ("
                    + reason
                    + ").";
        }
        if (reason.equals(Reason.WRONG_TYPE.label())) {
            return "they hold an object or an array where a plain value is needed.";
        }
        return "they cannot be studied (" + reason + ").";
    }

    /** The format that an example is in, or what else may be done about it. */
    private static String another(String example, TimeFormat given, boolean tooLate) {
        Matcher value = VALUE.matcher(example);
        String text = value.find() ? value.group(1) : "";
        for (TimeFormat format : TimeFormat.values()) {
            if (format != given && isLikely(text, format)) {
                return "Give " + option(format) + ".";
            }
        }
        if (tooLate) {
            return switch (given) {
                case ISO -> "No event is that late.";
                case MILLIS -> "If these are micro- or nanoseconds, divide them first.";
                case SECONDS ->
                        "If these are milliseconds, give --time-format=millis; if they are micro- or nanoseconds, divide them first.";
            };
        }
        if (ROUNDED.matcher(text).matches()) {
            return "Its last digits are gone: show the column as whole numbers before you save it.";
        }
        return DATE.matcher(text).matches()
                ? "Write it with a T and a zone, as 2009-12-01T07:45:00Z, and give --time-format=iso."
                : "Give the format that it has: iso, millis or seconds.";
    }

    private static boolean isLikely(String text, TimeFormat format) {
        try {
            long time = format.read(text.strip(), "", EARLIEST_LIKELY);
            return time <= LATEST_LIKELY;
        } catch (RejectedRecordException unread) {
            return false;
        }
    }

    private static String option(TimeFormat format) {
        return "--time-format=" + format.name().toLowerCase(Locale.ROOT);
    }
}
