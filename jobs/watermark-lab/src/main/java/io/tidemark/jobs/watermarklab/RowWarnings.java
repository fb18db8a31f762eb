package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.TimeFormat;
import io.tidemark.operators.disorder.Rejects;
import io.tidemark.operators.disorder.StudyFindings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What to beware of that shows in how rows were read, before any was studied. */
final class RowWarnings {

    private static final String REJECTED = "rejected_rows";
    private static final String UNITS = "mixed_units";

    /** Below this share of all rows a reason is garbage and no mistake; of a few rows none is. */
    private static final double WORTH_A_WORD = 0.01;

    /** Seconds of the years 1980 to 2100, read as milliseconds. */
    private static final long FIRST_SECONDS = 315_532_800L;

    private static final long LAST_SECONDS = 4_102_444_800L;

    private RowWarnings() {}

    /** The warnings, the reason that most records were left out for first. */
    static List<LabReport.Warning> of(StudyFindings found, TraceInput input) {
        List<LabReport.Warning> warnings = new ArrayList<>();
        for (Map.Entry<String, Rejects> reason : byCount(found)) {
            if (reason.getValue().count() >= WORTH_A_WORD * found.in()) {
                boolean unit = reason.getKey().equals(Reason.TIME_TOO_LATE.label());
                warnings.add(
                        new LabReport.Warning(
                                unit ? UNITS : REJECTED,
                                leftOut(reason.getKey(), reason.getValue(), found.in(), input)));
            }
        }
        if (areSeconds(found, input)) {
            warnings.add(
                    new LabReport.Warning(
                            UNITS,
                            "All events lie between 4 January and 17 February 1970, as seconds of our time do when they are read as milliseconds. If yours are seconds, give --time-format=seconds."));
        }
        return warnings;
    }

    private static boolean areSeconds(StudyFindings found, TraceInput input) {
        return input.fields().format() == TimeFormat.MILLIS
                && found.delays().events() > 0
                && found.delays().firstEvent() >= FIRST_SECONDS
                && found.delays().lastEvent() <= LAST_SECONDS;
    }

    /**
     * Refuses events in seconds beside arrivals in milliseconds: no format is that of both.
     *
     * @throws RefusedTraceException with what to do
     */
    static void requireOneUnit(StudyFindings found, TraceInput input) throws RefusedTraceException {
        if (areSeconds(found, input)
                && input.hasArrivalClock()
                && found.delays().firstArrival() > LAST_SECONDS) {
            String event = input.fields().event();
            throw new RefusedTraceException(
                    input.name()
                            + ": no answer, for "
                            + event
                            + " looks like seconds and the arrival ("
                            + input.arrival()
                            + ") like milliseconds. Both have to be in one unit: multiply "
                            + event
                            + " by 1,000 first.");
        }
    }

    /** Why nothing could be studied, and what to do. */
    static String noAnswer(StudyFindings found, TraceInput input) {
        StringBuilder text = new StringBuilder();
        if (found.in() == 0) {
            return text.append(input.name())
                    .append(
                            input instanceof TraceInput.OfFile
                                    ? ": there is no row behind the first line, which names the columns. Give a file with events."
                                    : ": there is no record from where reading began to where it ended. Begin earlier (--from=earliest), or let the topic run on (--for).")
                    .toString();
        }
        text.append(input.name())
                .append(": no answer, for none of ")
                .append(counted(found.in(), input))
                .append(" could be studied.");
        for (Map.Entry<String, Rejects> reason : byCount(found)) {
            text.append(' ')
                    .append(leftOut(reason.getKey(), reason.getValue(), found.in(), input))
                    .append(" (")
                    .append(reason.getKey())
                    .append(").");
        }
        return text.toString();
    }

    private static List<Map.Entry<String, Rejects>> byCount(StudyFindings found) {
        return found.rejected().entrySet().stream()
                .sorted(Comparator.comparingLong(reason -> -reason.getValue().count()))
                .toList();
    }

    private static String leftOut(String reason, Rejects rejects, long all, TraceInput input) {
        return Text.count(rejects.count())
                + " of "
                + counted(all, input)
                + (rejects.count() == 1 ? " was left out: " : " were left out: ")
                + RowAdvice.of(reason, rejects.example(), input)
                + (rejects.example().isEmpty() ? "" : " The first is " + rejects.example());
    }

    private static String counted(long number, TraceInput input) {
        return Text.count(number)
                + (input instanceof TraceInput.OfFile ? " row" : " record")
                + (number == 1 ? "" : "s");
    }
}
