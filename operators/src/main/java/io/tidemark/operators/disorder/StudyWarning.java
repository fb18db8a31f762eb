package io.tidemark.operators.disorder;

import java.util.Locale;

/**
 * Something about the events that one should know before one believes the numbers.
 *
 * @param code what it is
 * @param text the same in a sentence or two, with the numbers
 */
public record StudyWarning(Code code, String text) {

    /** What can be wrong. */
    public enum Code {
        /** Events are late against the clock but in order: waiting buys nothing. */
        LAG_WITHOUT_DISORDER,
        /** Events are stamped after their arrival. */
        CLOCKS_AHEAD,
        /** Without a log time, events lie too far apart to be believed at once. */
        FAR_APART,
        /** Some event times are not in milliseconds. */
        MIXED_UNITS,
        /** Most events are quick and some take an altogether different time. */
        TWO_POPULATIONS,
        /**
         * Many events in a row lie behind an earlier one: a log that is there twice, or in pieces.
         */
        OLD_BLOCK,
        /** The order of the rows is all that is known, and no event is out of it. */
        SORTED_BY_EVENT_TIME,
        /** All events happened at the same moment. */
        ONE_MOMENT,
        /** No window of the first size ended within the log. */
        NO_RESULT,
        /** Windows wait for a partition that is behind the others, begins late or ends early. */
        PARTITIONS_APART,
        /** Recent events that are slow have not arrived yet, and that matters. */
        TRUNCATED,
        /** Too few events to tell the completeness that was asked for. */
        FEW_EVENTS;

        /** The code as reports write it: lower case. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
