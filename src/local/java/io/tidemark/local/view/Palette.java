package io.tidemark.local.view;

/** The few colours of a terminal that a view uses, or none of them. */
final class Palette {

    private static final String ESCAPE = "\u001b[";
    private static final String RESET = ESCAPE + "0m";

    private final boolean coloured;

    private Palette(boolean coloured) {
        this.coloured = coloured;
    }

    static Palette coloured() {
        return new Palette(true);
    }

    static Palette plain() {
        return new Palette(false);
    }

    String bold(String text) {
        return paint("1m", text);
    }

    String faint(String text) {
        return paint("2m", text);
    }

    String good(String text) {
        return paint("32m", text);
    }

    String bad(String text) {
        return paint("31m", text);
    }

    String notable(String text) {
        return paint("33m", text);
    }

    private String paint(String code, String text) {
        return coloured ? ESCAPE + code + text + RESET : text;
    }
}
