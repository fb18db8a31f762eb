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

    /** The warnings, the most frequent kind of rejected rows first by name. */
    static List<LabReport.Warning> of(StudyFindings found, TraceInput input) {
        List<LabReport.Warning> warnings = new ArrayList<>();
        for (Map.Entry<String, Long> reason : found.rejected().entrySet()) {
            String advice = advice(reason.getKey(), input.fields());
            if (!advice.isEmpty() && reason.getValue() >= WORTH_A_WORD * found.in()) {
                boolean unit = reason.getKey().equals(Reason.TIME_TOO_LATE.label());
                warnings.add(
                        new LabReport.Warning(
                                unit ? UNITS : REJECTED,
                                Text.count(reason.getValue())
                                        + " of "
                                        + Text.count(found.in())
                                        + " rows were left out: "
                                        + advice));
            }
        }
        if (input.fields().format() == TimeFormat.MILLIS
                && found.delays().events() > 0
                && found.delays().firstEvent() >= FIRST_SECONDS
                && found.delays().lastEvent() <= LAST_SECONDS) {
            warnings.add(
                    new LabReport.Warning(
                            UNITS,
                            "All events lie in January or February 1970: if their times are seconds, give --time-format=seconds."));
        }
        return warnings;
    }

    private static String advice(String reason, TraceFields fields) {
        String times =
                fields.arrival().isEmpty()
                        ? fields.event()
                        : fields.event() + " or " + fields.arrival();
        String format = "--time-format=" + fields.format().name().toLowerCase(Locale.ROOT);
        if (reason.equals(Reason.TIME_TOO_LATE.label())) {
            return times + " lies after the year 9999; are they micro- or nanoseconds?";
        }
        if (reason.equals(Reason.TIME_UNPARSABLE.label())) {
            return times + " is not as " + format + " says.";
        }
        if (reason.equals(Reason.TIME_ZERO.label())) {
            return times + " is 0, which stands for no time at all.";
        }
        if (reason.equals(Reason.FIELD_MISSING.label())) {
            return "they have no value for " + times + ", or fewer columns than the first line.";
        }
        if (reason.equals(Reason.NOT_A_NUMBER.label())) {
            return "--partition-field=" + fields.partition() + " holds no whole number.";
        }
        return "";
    }
}
