package io.tidemark.jobs.watermarklab;

import java.util.List;

/** The files of a report. */
final class LabFiles {

    /** The page. */
    static final String PAGE = "report.html";

    /** Everything the page shows. */
    static final String NUMBERS = "report.json";

    /** What each delay buys and costs, one row a delay. */
    static final String CURVE = "curve.csv";

    /** What a terminal shows. */
    static final String SUMMARY = "summary.txt";

    /** All of them. */
    static final List<String> ALL = List.of(PAGE, NUMBERS, CURVE, SUMMARY);

    private LabFiles() {}
}
