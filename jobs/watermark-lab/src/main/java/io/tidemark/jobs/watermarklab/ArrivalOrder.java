package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.disorder.DelayFindings;
import io.tidemark.operators.disorder.StudyWarning;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the rows of a file stand in the order of their arrival, which is the order that they are
 * judged in. Sorted by event time nothing would ever come too late, and sorted by key nearly
 * everything would: either answer looks like one.
 *
 * <p>In a log whose writers take the time for themselves, neighbours may be exchanged by
 * milliseconds; that is said, and matters only where lags are as short.
 */
final class ArrivalOrder {

    private static final String CODE = "arrivals_out_of_order";

    /** More rows than that are no accident, however many may come too late. */
    private static final double MOST = 0.01;

    /**
     * Exchanged by less than this part of the longest lags rows are still in order, by and large.
     */
    private static final long OF_LAG = 20;

    private ArrivalOrder() {}

    /**
     * Refuses a file that is in another order.
     *
     * @param asked the share of events that is to be kept
     * @throws RefusedTraceException with what to do
     */
    static void require(DelayFindings delays, TraceInput input, double asked)
            throws RefusedTraceException {
        // Half of those that may come too late are enough to change the answer.
        double few = Math.min(MOST, (1 - asked) / 2);
        long notably = delays.backwards(1 - few);
        if (applies(delays, input) && notably > 0 && notably >= delays.lag(1 - MOST) / OF_LAG) {
            String arrival = input.fields().arrival();
            throw new RefusedTraceException(
                    input.name()
                            + ": no answer, for the rows are not in the order of "
                            + arrival
                            + ": "
                            + backwards(delays)
                            + ". Rows are judged in the order of the file, so sort them by "
                            + arrival
                            + " first. If the order of the file is that of the log and "
                            + arrival
                            + " is not, give --arrival-field=row-order."
                            + units(delays, asked));
        }
    }

    /** Times in another unit lie far away from the others, and no sorting helps. */
    private static String units(DelayFindings delays, double asked) {
        return delays.recommend(asked).warnings().stream()
                .filter(warning -> warning.code() == StudyWarning.Code.MIXED_UNITS)
                .map(warning -> " Look at the units first: " + warning.text())
                .findFirst()
                .orElse("");
    }

    /** What to beware of where no file is refused. */
    static List<LabReport.Warning> warnings(DelayFindings delays, TraceInput input) {
        List<LabReport.Warning> warnings = new ArrayList<>();
        if (applies(delays, input) && delays.arrivedBackwards() > 0) {
            warnings.add(
                    new LabReport.Warning(
                            CODE,
                            "Rows are judged in the order of the file, and "
                                    + backwards(delays)
                                    + ". If the file is not in the order of the log, sort it by "
                                    + input.fields().arrival()
                                    + "."));
        }
        return warnings;
    }

    /** A topic's order is the log's, whatever its times say. */
    private static boolean applies(DelayFindings delays, TraceInput input) {
        return input instanceof TraceInput.OfFile && input.hasArrivalClock() && delays.events() > 0;
    }

    private static String backwards(DelayFindings delays) {
        return Text.count(delays.arrivedBackwards())
                + " of "
                + Text.count(delays.events())
                + " arrived before one above it"
                + (delays.partitions().size() > 1 ? " in its partition" : "")
                + ", by up to "
                + Text.duration(delays.backwards(1));
    }
}
