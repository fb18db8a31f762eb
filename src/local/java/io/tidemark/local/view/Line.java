package io.tidemark.local.view;

/** Text that fits into one line of a terminal. */
final class Line {

    private static final int FIRST_WIDE = 0x1100;
    private static final int FIRST_PICTURE = 0x1F300;

    private Line() {}

    /**
     * The text without anything that moves a cursor or rings a bell. Keys come from data, and data
     * must not be able to steer a terminal.
     */
    static String safe(String text) {
        return text.codePoints().anyMatch(Line::steers)
                ? text.codePoints()
                        .map(c -> steers(c) ? '\uFFFD' : c)
                        .collect(
                                StringBuilder::new,
                                StringBuilder::appendCodePoint,
                                StringBuilder::append)
                        .toString()
                : text;
    }

    /** The text, cut so that it takes at most so many columns; a cut one ends in an ellipsis. */
    static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int used = 1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            used += width(c);
            if (used > columns) {
                break;
            }
            kept.appendCodePoint(c);
            i += Character.charCount(c);
        }
        return columns < 1 ? "" : kept.append('…').toString();
    }

    /** The text, cut or filled up with spaces to exactly so many columns. */
    static String left(String text, int columns) {
        String cut = cut(text, columns);
        return cut + " ".repeat(Math.max(0, columns - width(cut)));
    }

    /** The text with spaces before it up to so many columns; never cut. */
    static String right(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }

    private static int width(String text) {
        return text.codePoints().map(Line::width).sum();
    }

    private static int width(int c) {
        if (c < FIRST_WIDE) {
            int type = Character.getType(c);
            return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK ? 0 : 1;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> 2;
            default -> c >= FIRST_PICTURE ? 2 : 1;
        };
    }

    private static boolean steers(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }
}
