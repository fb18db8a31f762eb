package io.tidemark.operators.window;

/** When a pane left its window, by the watermark. */
public enum PaneTiming {
    /** Before the watermark had passed the window's end: a first look, which will change. */
    EARLY,
    /** When the watermark passed the window's end: all that came in time is in it. */
    ON_TIME,
    /** Afterwards: events came within the allowed lateness. */
    LATE
}
