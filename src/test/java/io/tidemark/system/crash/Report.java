package io.tidemark.system.crash;

import io.tidemark.system.guarantee.Violation;
import io.tidemark.system.guarantee.Violation.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the cells came to, as a table for people. */
final class Report {

    private final List<String> rows = new ArrayList<>();
    private int cells;
    private long lost;
    private long duplicated;
    private long inconclusive;
    private long nanos;

    /** A cell whose fault happened and whose story came to its end. */
    void played(Cell cell, Outcome outcome, long tookNanos) {
        boolean mutant = cell.point().equals(Mutants.POINT);
        long gone = outcome.count(Kind.LOST);
        long twice = outcome.count(Kind.DUPLICATED) + outcome.count(Kind.INVENTED);
        if (outcome.ending().notPromised().isEmpty() && !mutant) {
            lost += gone;
            duplicated += twice;
        }
        row(
                cell,
                tookNanos,
                String.join(", ", outcome.faults()),
                Long.toString(gone),
                Long.toString(twice),
                seconds(outcome.recovery().toNanos()),
                seconds(tookNanos),
                outcome.ending().notPromised().isEmpty()
                        ? otherKinds(outcome)
                        : "not promised: " + outcome.ending().notPromised());
    }

    private static String otherKinds(Outcome outcome) {
        return outcome.broken().stream()
                .map(Violation::kind)
                .filter(kind -> kind != Kind.LOST && kind != Kind.DUPLICATED)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** A cell whose fault did not happen, or whose story came to no end. */
    void inconclusive(Cell cell, long tookNanos, Throwable why) {
        inconclusive++;
        String reason = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
        row(cell, tookNanos, "no", "?", "?", "", seconds(tookNanos), reason);
    }

    private void row(Cell cell, long tookNanos, String... rest) {
        cells++;
        nanos += tookNanos;
        rows.add(
                "| %s | %s | %s |"
                        .formatted(cell.point(), cell.outside().name(), String.join(" | ", rest)));
    }

    private static String seconds(long nanos) {
        return nanos == 0 ? "" : "%.1f s".formatted(Duration.ofNanos(nanos).toMillis() / 1000.0);
    }

    void write(Path file) {
        List<String> lines = new ArrayList<>();
        lines.add("# Crash matrix");
        lines.add("");
        lines.add(
                "%d cells in %s: %d inconclusive; where it is promised, %d lost and %d duplicated."
                        .formatted(cells, seconds(nanos), inconclusive, lost, duplicated));
        lines.add("");
        lines.add("| point | sink | fired | lost | duplicated | recovery | took | beside |");
        lines.add("|---|---|---|---|---|---|---|---|");
        lines.addAll(rows);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
