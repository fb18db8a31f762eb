package io.tidemark.jobs.watermarklab;

import java.util.regex.Pattern;

/** What a user is shown of a row that was left out: where it stands and what it holds. */
final class Example {

    private static final int MOST_CHARS = 80;

    /** Also what turns the direction of a text or ends a line without being a control character. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private Example() {}

    /** A row of a file. */
    static String ofRow(long row, String detail) {
        return "row " + Text.count(row) + ": " + shown(detail);
    }

    /** A record of a topic. */
    static String ofRecord(int partition, long offset, String detail) {
        return "partition " + partition + ", offset " + offset + ": " + shown(detail);
    }

    /** As much of it as fits into a line, and nothing that a terminal would obey. */
    private static String shown(String detail) {
        int end = Math.min(MOST_CHARS, detail.length());
        if (end < detail.length() && Character.isHighSurrogate(detail.charAt(end - 1))) {
            end--;
        }
        String cut = detail.substring(0, end) + (end < detail.length() ? "…" : "");
        return UNPRINTABLE.matcher(cut).replaceAll("?");
    }
}
