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

/** What the cells came to, as a table for people. */
final class Report {

    private final List<String> rows = new ArrayList<>();

    /** A cell whose story was played to its end. */
    void played(
            Cell cell, Ending ending, List<Violation> broken, Duration recovery, Duration took) {
        row(
                cell,
                "yes",
                Long.toString(count(broken, Kind.LOST)),
                Long.toString(count(broken, Kind.DUPLICATED) + count(broken, Kind.INVENTED)),
                seconds(recovery),
                seconds(took),
                !ending.notPromised().isEmpty()
                        ? "not promised: " + ending.notPromised()
                        : broken.stream()
                                .map(Violation::kind)
                                .filter(kind -> kind != Kind.LOST && kind != Kind.DUPLICATED)
                                .map(kind -> kind.name().toLowerCase(java.util.Locale.ROOT))
                                .distinct()
                                .reduce((one, other) -> one + ", " + other)
                                .orElse(""));
    }

    /** A cell whose story came to no end. */
    void inconclusive(Cell cell, Duration took, Throwable why) {
        row(
                cell,
                "no",
                "?",
                "?",
                "",
                seconds(took),
                String.valueOf(why.getMessage()).lines().findFirst().orElse(""));
    }

    private void row(Cell cell, String... rest) {
        rows.add(
                "| "
                        + cell.point()
                        + " | "
                        + cell.outside().name()
                        + " | "
                        + String.join(" | ", rest)
                        + " |");
    }

    private static long count(List<Violation> broken, Kind kind) {
        return broken.stream().filter(one -> one.kind() == kind).count();
    }

    private static String seconds(Duration duration) {
        return duration.isZero() ? "" : "%.1f s".formatted(duration.toMillis() / 1000.0);
    }

    void write(Path file) {
        List<String> lines = new ArrayList<>();
        lines.add("# Crash matrix");
        lines.add("");
        lines.add("| point | sink | fired | lost | duplicated | recovery | cell took | else |");
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
