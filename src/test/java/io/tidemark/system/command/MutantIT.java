package io.tidemark.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.command.Answer.Rules;
import io.tidemark.system.command.Command.Ended;
import io.tidemark.system.command.Mutant.Change;
import io.tidemark.system.command.Orders.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job that loses or repeats one single record is found out by the ledger; one that fails says
 * why.
 */
class MutantIT {
    private static final int FAILED = 1;
    private static final String DEAD_LETTERS =
            "operators/src/main/java/io/tidemark/operators/deadletter/DeadLetters.java";
    private static final List<Row> ROWS = Orders.ofDays(20, 13);
    private static final Answer ANSWER = Answer.to(ROWS, Rules.NARROW, 1);

    @Test
    void losesAnOrderOnItsWayToTheWindows(@TempDir Path directory) throws IOException {
        Path mutant =
                Mutant.of(
                        directory,
                        DEAD_LETTERS,
                        new Change(
                                "private final OutputTag<DeadLetter> letters;",
                                "private final OutputTag<DeadLetter> letters; private int seen;"),
                        new Change(
                                "output.collect(element.replace(record.right()));",
                                "if (++seen != 500) output.collect(element.replace(record.right()));"));

        Written written =
                runOf(directory, mutant, "in: 1 event went in that the job has put to no account");

        assertThat(written.ledger("in")).isEqualTo(ROWS.size());
        assertThat(sum(written)).isEqualTo(ROWS.size() - 1);
    }

    @Test
    void losesALateOrderOnItsWayOut(@TempDir Path directory) throws IOException {
        Path mutant =
                Mutant.of(
                        directory,
                        "operators/src/main/java/io/tidemark/operators/late/LatenessGateOperator.java",
                        new Change(
                                "private transient ValueState<PartitionProgress> progressOfPartition;",
                                "private transient ValueState<PartitionProgress> progressOfPartition; private int seen;"),
                        new Change(
                                "output.collect(lateTag,",
                                "if (++seen != 7) output.collect(lateTag,"));

        int late = ANSWER.late().size();
        Written written =
                runOf(
                        directory,
                        mutant,
                        "late: the late output holds %d, but the job has counted %d: 1 missing"
                                .formatted(late - 1, late));

        assertThat(written.ledger("late")).isEqualTo(late - 1);
    }

    @Test
    void writesAResultOnceMoreWithTwiceTheCount(@TempDir Path directory) throws IOException {
        String window = ANSWER.windows().firstKey();
        String start = window.substring(0, window.indexOf(' '));
        long count = ANSWER.windows().values().iterator().next().count();
        Path mutant =
                Mutant.of(
                        directory,
                        "jobs/orders-per-minute/src/main/java/io/tidemark/jobs/ordersperminute/OrdersPerMinuteTopology.java",
                        new Change(
                                "orders.with(inWindow.results(), inWindow);",
                                "orders.with(inWindow.results().<WindowResult<String, Totals>>flatMap((row, out) -> {"
                                        + " out.collect(row);"
                                        + " if (row.start() == java.time.Instant.parse(\"%s\").toEpochMilli()"
                                                .formatted(start)
                                        + " && row.key().equals(\"%s\"))"
                                                .formatted(window.substring(start.length() + 1))
                                        + " out.collect(new WindowResult<>(row.key(), 0, row.start(), row.end(),"
                                        + " new Totals(2 * row.value().count(), row.value().sum(), row.value().met()),"
                                        + " row.timing(), 1, true, false)); })"
                                        + ".returns(inWindow.results().getType()).uid(\"twice\"), inWindow);"));

        Written written =
                runOf(
                        directory,
                        mutant,
                        "on time: the windows count %s more than were admitted"
                                .formatted(count == 1 ? "1 event" : count + " events"));

        assertThat(written.rows()).isEqualTo(ANSWER.windows().size() + 1);
        assertThat(sum(written)).isEqualTo(ROWS.size());
    }

    @Test
    void failsForGood(@TempDir Path directory) throws IOException {
        Path mutant =
                Mutant.of(
                        directory,
                        DEAD_LETTERS,
                        new Change(
                                "output.collect(element.replace(record.right()));",
                                "throw new IllegalStateException(\"the dog ate it\");"));
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);

        Ended ended =
                run(directory, mutant, Replay.of(file, Rules.NARROW, directory.resolve("out")));

        assertThat(ended.status()).as(ended.toString()).isEqualTo(FAILED);
        assertThat(ended.reason())
                .isEqualTo(House.JOB + " failed: the dog ate it (IllegalStateException)");
        assertThat(ended.err().lines().count()).as(ended.err()).isLessThanOrEqualTo(4);
        assertThat(ended.err()).contains("log: ").doesNotContain("\tat ", "Caused by:");
        assertThat(ended.out())
                .contains("the job starts again after: the dog ate it")
                .doesNotContain("The ledger");
    }

    private static Written runOf(Path directory, Path fatJar, String finding) {
        Path file = Orders.write(directory.resolve("books.csv"), ROWS);
        Path output = directory.resolve("out");
        Ended ended = run(directory, fatJar, Replay.of(file, Rules.NARROW, output));
        assertThat(ended.status()).as(ended.toString()).isEqualTo(FAILED);
        assertThat(ended.out()).contains("✗ does not add up", finding);
        Written written = Written.in(output);
        assertThat(written.ledger().required("adds_up").asBoolean()).isFalse();
        assertThat(written.off()).containsExactly(finding);
        return written;
    }

    private static Ended run(Path directory, Path fatJar, List<String> arguments) {
        try (House house = House.of(directory, fatJar);
                Command command = house.startJob(arguments)) {
            return command.end();
        }
    }

    /** All lines of the ledger but what went in. */
    private static long sum(Written written) {
        return written.ledger("on_time")
                + written.ledger("late")
                + written.ledger("duplicates")
                + written.ledger("rejected")
                + written.ledger("open");
    }
}
