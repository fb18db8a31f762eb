package io.tidemark.local.view;

import io.tidemark.local.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;

/** A ledger as an aligned table, with its verdict below. */
final class LedgerTable {

    private static final int NAME_COLUMNS = 12;
    private static final int NUMBER_COLUMNS = 15;

    private LedgerTable() {}

    static List<String> lines(Ledger ledger) {
        List<String> lines = new ArrayList<>();
        lines.add("The ledger");
        lines.add(row("on time", ledger.onTime(), "in windows"));
        lines.add(row("late", ledger.late(), "in the late output"));
        lines.add(row("duplicates", ledger.duplicates(), "dropped as repeats"));
        lines.add(row("rejected", ledger.rejected(), "in the dead letters"));
        lines.add(row("open", ledger.open(), "in windows that have not closed"));
        lines.add("  " + "─".repeat(NAME_COLUMNS + NUMBER_COLUMNS));
        lines.add(row("sum", ledger.accountedFor(), "of these lines"));
        lines.add(row("in", ledger.in(), "taken in, from offsets"));
        return lines;
    }

    /** Whether it adds up, or what is off, a line each. */
    static List<String> verdict(Ledger ledger) {
        if (ledger.addsUp()) {
            return List.of("  ✓ adds up");
        }
        List<String> lines = new ArrayList<>();
        lines.add("  ✗ does not add up");
        ledger.explain().forEach(finding -> lines.add("    " + finding));
        return lines;
    }

    private static String row(String name, long number, String what) {
        return "  "
                + Line.left(name, NAME_COLUMNS)
                + Line.right(HumanText.number(number), NUMBER_COLUMNS)
                + "   "
                + what;
    }
}
