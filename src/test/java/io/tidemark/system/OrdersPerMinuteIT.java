package io.tidemark.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The job from topic to topics, undisturbed: every output is that of the reference model. */
@ExtendWith(OnRealParts.class)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class OrdersPerMinuteIT {

    private static final int RECORDS = 6000;

    private final long seed = OrderHistory.seed();
    private final String run = "seed " + seed;

    @Test
    void boundedRunAnswersAsTheModel(RealParts parts) {
        Scene scene = Scene.with(parts, 3);
        List<Fed> history = new ArrayList<>(OrderHistory.random(seed, 3, RECORDS));
        history.add(tooLarge(history.get(RECORDS - 1).logTime()));
        scene.feed(history);

        scene.job()
                .withoutValve()
                .judgingBy(Rules.NARROW)
                .with("--until-end")
                .start()
                .awaitFinished();

        Found answer = scene.answer(Rules.NARROW);
        assertHasEverything(answer);
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, answer, run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
        assertThat(scene.committed()).as("the group's offsets").isEqualTo(scene.ends());
    }

    @Test
    void withAllowedLatenessTheLastRowIsTheModels(RealParts parts) {
        Rules rules = Rules.NARROW.allowing(Duration.ofSeconds(15));
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));

        scene.job().judgingBy(rules).with("--until-end").start().awaitFinished();

        Found answer = scene.answer(rules);
        assertHasEverything(answer);
        assertThat(answer.results()).anyMatch(row -> row.pane().equals("late_update"));
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.checkLastRows(found, answer, run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
    }

    @Test
    void oneLostRecordIsNoticed(RealParts parts) {
        Scene scene = Scene.with(parts, 2);
        scene.feed(OrderHistory.random(seed, 2, RECORDS));
        Valve losing = Valve.open();
        losing.loseOneAfter(RECORDS / 2);

        scene.job()
                .judgingBy(Rules.NARROW)
                .with("--until-end")
                .through(losing)
                .start()
                .awaitFinished();

        Found found = ReadCommitted.all(parts, scene);
        assertThat(found.accountedFor()).as("in, %s", run).isEqualTo(scene.recordsIn() - 1);
        assertThatThrownBy(() -> SameAsModel.check(found, scene.answer(Rules.NARROW), run))
                .isInstanceOf(AssertionError.class);
    }

    private static void assertHasEverything(Found answer) {
        assertThat(answer.results()).isNotEmpty();
        assertThat(answer.late()).isNotEmpty();
        assertThat(answer.deadLetters()).isNotEmpty();
        assertThat(answer.ledger())
                .containsKeys("admitted", "duplicate", "late_at_gate", "ahead")
                .doesNotContainKey("late_at_window");
    }

    private static Fed tooLarge(long logTime) {
        String payload = "{\"order_id\":\"" + "x".repeat(1024 * 1024) + "\"}";
        return Fed.unreadable(0, logTime, payload.getBytes(UTF_8), "too_large");
    }
}
