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
import java.util.stream.Stream;

/** What the cells came to, as a table for people. */
final class Report {

    private final long seed;
    private final int seeds;
    private final List<String> rows = new ArrayList<>();
    private int cells;
    private int skipped;
    private long lost;
    private long duplicated;
    private long inconclusive;
    private long nanos;

    /** Of cells that are played with this seed and so many in all, each one more than the last. */
    Report(long seed, int seeds) {
        this.seed = seed;
        this.seeds = seeds;
    }

    /** A cell whose fault happened and whose story came to its end. */
    void played(Play play, Outcome outcome, long tookNanos) {
        Cell cell = play.cell();
        boolean mutant = cell.point().equals(Mutants.POINT);
        long gone = outcome.count(Kind.LOST);
        long twice = outcome.count(Kind.DUPLICATED) + outcome.count(Kind.INVENTED);
        if (outcome.ending().notPromised().isEmpty() && !mutant) {
            lost += gone;
            duplicated += twice;
        }
        count(tookNanos);
        row(
                play,
                String.join(", ", outcome.faults()),
                Long.toString(gone),
                Long.toString(twice),
                seconds(outcome.recovery().toNanos()),
                seconds(tookNanos),
                beside(outcome));
    }

    private static String beside(Outcome outcome) {
        Ending ending = outcome.ending();
        Stream<String> words =
                ending.notPromised().isEmpty()
                        ? otherKinds(outcome)
                        : Stream.of("not promised: " + ending.notPromised());
        return Stream.concat(words, Stream.of(ending.remark()).filter(remark -> !remark.isEmpty()))
                .collect(Collectors.joining("; "));
    }

    private static Stream<String> otherKinds(Outcome outcome) {
        return outcome.broken().stream()
                .map(Violation::kind)
                .filter(kind -> kind != Kind.LOST && kind != Kind.DUPLICATED)
                .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .distinct();
    }

    /** A cell whose fault did not happen, or whose story came to no end. */
    void inconclusive(Play play, long tookNanos, Throwable why) {
        inconclusive++;
        count(tookNanos);
        row(play, "no", "?", "?", "", seconds(tookNanos), firstLine(why));
    }

    /** A cell for which a tool is missing, where that may be. */
    void skipped(Play play, Throwable why) {
        skipped++;
        row(play, "SKIPPED", "", "", "", "", firstLine(why));
    }

    private static String firstLine(Throwable why) {
        return String.valueOf(why.getMessage()).lines().findFirst().orElse("");
    }

    private void count(long tookNanos) {
        cells++;
        nanos += tookNanos;
    }

    private void row(Play play, String... rest) {
        List<String> columns = new ArrayList<>();
        columns.add(play.cell().point());
        columns.add(play.cell().outside().name());
        if (seeds > 1) {
            columns.add(Long.toString(play.seed()));
        }
        columns.addAll(List.of(rest));
        rows.add(line(columns));
    }

    private static String line(List<String> columns) {
        return columns.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String seconds(long nanos) {
        return nanos == 0 ? "" : "%.1f s".formatted(Duration.ofNanos(nanos).toMillis() / 1000.0);
    }

    void write(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole of it. */
    List<String> lines() {
        List<String> columns = new ArrayList<>(List.of("point", "sink"));
        if (seeds > 1) {
            columns.add("seed");
        }
        columns.addAll(List.of("fired", "lost", "duplicated", "recovery", "took", "beside"));
        List<String> lines = new ArrayList<>();
        lines.add("# Crash matrix");
        lines.add("");
        lines.add(
                "%d cells in %s: %d inconclusive; where it is promised, %d lost and %d duplicated."
                        .formatted(cells, seconds(nanos), inconclusive, lost, duplicated));
        if (skipped > 0) {
            lines.add("%d cells SKIPPED, for a tool is missing.".formatted(skipped));
        }
        lines.add("");
        lines.add(
                "Again: `-Dtidemark.seed=%d%s`"
                        .formatted(seed, seeds > 1 ? " -Dseeds=" + seeds : ""));
        lines.add("");
        lines.add(line(columns));
        lines.add("|---".repeat(columns.size()) + "|");
        lines.addAll(rows);
        return lines;
    }
}
