package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.operators.disorder.StudyFindings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What to beware of that shows in how rows were read, before any was studied. */
final class RowWarnings {

    private static final String REJECTED = "rejected_rows";
    private static final String UNITS = "mixed_units";

    /** Below this share of all rows a reason is garbage and no mistake. */
    private static final double WORTH_A_WORD = 0.01;

    /** Seconds of the years 1980 to 2100, read as milliseconds. */
    private static final long FIRST_SECONDS = 315_532_800L;

    private static final long LAST_SECONDS = 4_102_444_800L;

    private RowWarnings() {}

    /** The warnings, the reason that most records were left out for first. */
    static List<LabReport.Warning> of(StudyFindings found, TraceInput input) {
        String records = input instanceof TraceInput.OfFile ? "rows" : "records";
        List<LabReport.Warning> warnings = new ArrayList<>();
        found.rejected().entrySet().stream()
                .filter(reason -> reason.getValue() >= WORTH_A_WORD * found.in())
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(
                        reason -> {
                            String advice = advice(reason.getKey(), input);
                            if (!advice.isEmpty()) {
                                boolean unit = reason.getKey().equals(Reason.TIME_TOO_LATE.label());
                                warnings.add(
                                        new LabReport.Warning(
                                                unit ? UNITS : REJECTED,
                                                Text.count(reason.getValue())
                                                        + " of "
                                                        + Text.count(found.in())
                                                        + " "
                                                        + records
                                                        + " were left out: "
                                                        + advice));
                            }
                        });
        if (input.fields().format() == TimeFormat.MILLIS
                && found.delays().events() > 0
                && found.delays().firstEvent() >= FIRST_SECONDS
                && found.delays().lastEvent() <= LAST_SECONDS) {
            warnings.add(
                    new LabReport.Warning(
                            UNITS,
                            "All events lie between 4 January and 17 February 1970, as seconds of our time do when they are read as milliseconds. If yours are seconds, give --time-format=seconds."));
        }
        return warnings;
    }

    /** What is wrong with them and what to do; empty where nothing can be advised. */
    private static String advice(String reason, TraceInput input) {
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
        return "";
    }
}
