package io.tidemark.operators.disorder;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Durations and shares as people say them. */
final class Spoken {

    private static final long[] UNITS = {86_400_000, 3_600_000, 60_000, 1_000};
    private static final String[] NAMES = {" days", " h", " min", " s"};

    private Spoken() {}

    /** A duration in the largest unit that one decimal suffices for, to half a percent. */
    static String duration(long millis) {
        for (int i = 0; i < UNITS.length; i++) {
            double rounded = Math.round(10.0 * millis / UNITS[i]) / 10.0;
            if (rounded >= 1 && Math.abs(rounded * UNITS[i] / millis - 1) < 0.005) {
                return inUnit(i, rounded);
            }
        }
        return millis + " ms";
    }

    /** A duration that was chosen: in the largest unit that one decimal suffices for. */
    static String setting(long millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis >= UNITS[i] && millis % (UNITS[i] / 10) == 0) {
                return inUnit(i, (double) millis / UNITS[i]);
            }
        }
        return number("#,##0", millis) + " ms";
    }

    private static String inUnit(int unit, double number) {
        return number("#,##0.#", number) + (unit == 0 && number == 1 ? " day" : NAMES[unit]);
    }

    /** So many events. */
    static String events(long number) {
        return count(number) + (number == 1 ? " event" : " events");
    }

    /** A duration of which only the size matters: in its largest unit, to one decimal. */
    static String roughly(long millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis >= UNITS[i]) {
                return duration(Math.round(10.0 * millis / UNITS[i]) * UNITS[i] / 10);
            }
        }
        return millis + " ms";
    }

    /** A share as percent. */
    static String percent(double share) {
        return number("0.########", share * 100) + "%";
    }

    static String count(long number) {
        return number("#,##0", number);
    }

    private static String number(String pattern, double number) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(number);
    }
}
