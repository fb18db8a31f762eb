package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.DeadLetteringDeserializer;
import io.tidemark.operators.deadletter.JsonFields;
import io.tidemark.operators.deadletter.Reason;
import java.util.Locale;

/** What is wrong with rows that were left out, and what to do. */
final class RowAdvice {

    private RowAdvice() {}

    /** One or two sentences, the first of which goes on behind a colon. */
    static String of(String reason, TraceInput input) {
        TraceFields fields = input.fields();
        String times =
                fields.arrival().isEmpty()
                        ? fields.event()
                        : fields.event() + " or " + fields.arrival();
        String format = "--time-format=" + fields.format().name().toLowerCase(Locale.ROOT);
        if (reason.equals(Reason.TIME_TOO_LATE.label())) {
            return times
                    + " lies after the year 9999. If these are micro- or nanoseconds, divide them first.";
        }
        if (reason.equals(Reason.TIME_TOO_EARLY.label())) {
            return times + " lies before the year 0.";
        }
        if (reason.equals(Reason.TIME_UNPARSABLE.label())) {
            return times + " is not written as " + format + " says. Give the format that it has.";
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
                    + " holds no number of a partition, which is whole and below 2,147,483,648.";
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
}
