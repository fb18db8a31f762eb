package io.tidemark.jobs.watermarklab;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as the page writes them, by a rule of its own. */
final class Figures {

    private Figures() {}

    static String count(long n) {
        return String.format(Locale.US, "%,d", n);
    }

    static BigDecimal percent(String text) {
        return new BigDecimal(text.replace("%", ""));
    }

    /** The share rounded up after the third digit of what is smaller, it or the rest. */
    static String lostShare(long part, long all) {
        BigDecimal exact =
                BigDecimal.valueOf(part)
                        .multiply(BigDecimal.valueOf(100))
                        .divide(BigDecimal.valueOf(all), 30, RoundingMode.UP);
        BigDecimal smaller = exact.min(BigDecimal.valueOf(100).subtract(exact));
        if (part == 0 || part == all) {
            return part == 0 ? "0%" : "100%";
        }
        int decimals = Math.max(0, 3 - smaller.precision() + smaller.scale());
        return exact.setScale(decimals, RoundingMode.CEILING).stripTrailingZeros().toPlainString()
                + "%";
    }

    /** What a text such as "1 min 30.5 s" says. */
    static BigDecimal milliseconds(String text) {
        BigDecimal sum = BigDecimal.ZERO;
        String[] words = text.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            long unit =
                    switch (words[i + 1]) {
                        case "ms" -> 1;
                        case "s" -> 1_000;
                        case "min" -> 60_000;
                        case "h" -> 3_600_000;
                        default -> throw new IllegalArgumentException(text);
                    };
            sum = sum.add(new BigDecimal(words[i]).multiply(BigDecimal.valueOf(unit)));
        }
        return sum;
    }
}
