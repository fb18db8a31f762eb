package io.tidemark.jobs.watermarklab;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Numbers as people say them. */
final class Text {

    private static final long[] UNITS = {86_400_000, 3_600_000, 60_000, 1_000};
    private static final String[] NAMES = {" d", " h", " min", " s"};

    private Text() {}

    /** A duration that was measured: in its largest unit, with one decimal at most. */
    static String duration(double millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis >= UNITS[i]) {
                return number("#,##0.#", millis / UNITS[i]) + NAMES[i];
            }
        }
        return number("0", millis) + " ms";
    }

    /** A duration that was chosen: in the largest unit that one decimal suffices for. */
    static String setting(long millis) {
        for (int i = 0; i < UNITS.length; i++) {
            if (millis >= UNITS[i] && millis % (UNITS[i] / 10) == 0) {
                return number("#,##0.#", (double) millis / UNITS[i]) + NAMES[i];
            }
        }
        return number("#,##0", millis) + " ms";
    }

    /** A share as percent; only a whole is 100%, and only nothing is 0%. */
    static String percent(double share) {
        String text = number("0.####", 100 * share);
        if (share < 1 && text.equals("100")) {
            return "99.9999%";
        }
        if (share > 0 && text.equals("0")) {
            return "0.0001%";
        }
        return text + "%";
    }

    static String count(long number) {
        return number("#,##0", number);
    }

    static String number(String pattern, double number) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(number);
    }
}
