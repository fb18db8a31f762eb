package io.tidemark.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.guarantee.Violation;
import io.tidemark.system.guarantee.Violation.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {

    private static final Cell CELL = new Cell("point", new KafkaOutside(), stage -> Ending.ended());

    @Test
    void saysWithWhichSeedItCanBePlayedAgain() {
        Report report = new Report(17, 1);
        report.played(new Play(CELL, 17), sound(Ending.ended()), 0);
        assertThat(report.lines())
                .contains(
                        "Again: `-Dtidemark.seed=17`",
                        "| point | kafka | fault | 0 | 0 |  |  |  |");
    }

    @Test
    void ofSeveralSeedsEachRowHasItsOwn() {
        Report report = new Report(17, 2);
        report.played(new Play(CELL, 17), sound(Ending.ended()), 0);
        report.played(new Play(CELL, 18), sound(Ending.ended()), 0);
        assertThat(report.lines())
                .contains(
                        "Again: `-Dtidemark.seed=17 -Dseeds=2`",
                        "| point | sink | seed | fired | lost | duplicated | recovery | took | beside |",
                        "| point | kafka | 18 | fault | 0 | 0 |  |  |  |");
    }

    @Test
    void whatIsSkippedIsNotAmongTheCells() {
        Report report = new Report(17, 1);
        report.played(new Play(CELL, 17), sound(Ending.ended()), 0);
        report.skipped(new Play(CELL, 17), new IllegalStateException("no tool\nat all"));
        report.inconclusive(new Play(CELL, 17), 0, new AssertionError("no fault\nat all"));
        assertThat(report.lines())
                .contains(
                        "2 cells in : 1 inconclusive; where it is promised, 0 lost and 0 duplicated.",
                        "1 cells SKIPPED, for a tool is missing.",
                        "| point | kafka | SKIPPED |  |  |  |  | no tool |",
                        "| point | kafka | no | ? | ? |  |  | no fault |");
    }

    @Test
    void whatIsNotPromisedIsNotCountedAndWhatElseOneMustKnowIsThere() {
        Report report = new Report(17, 1);
        Ending ending = Ending.notPromised("why", Kind.LOST).remarking("what to do");
        report.played(
                new Play(CELL, 17),
                new Outcome(
                        ending,
                        List.of(new Violation(Kind.LOST, "id")),
                        List.of("fault"),
                        Duration.ZERO),
                0);
        assertThat(report.lines())
                .contains(
                        "1 cells in : 0 inconclusive; where it is promised, 0 lost and 0 duplicated.",
                        "| point | kafka | fault | 1 | 0 |  |  | not promised: why; what to do |");
    }

    private static Outcome sound(Ending ending) {
        return new Outcome(ending, List.of(), List.of("fault"), Duration.ZERO);
    }
}
