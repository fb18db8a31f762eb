package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A history of orders at a real broker, fed bit by bit to a job that runs somewhere else, and the
 * exact answer to it. {@link OnRealParts} gives a test one of its own.
 */
public final class OrdersAtBroker {

    private static final int PARTITIONS = 2;
    private static final int RECORDS = 3000;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final RealParts parts;
    private final Scene scene;
    private final List<Fed> history;
    private final String run;
    private int fed;

    private OrdersAtBroker(RealParts parts, Scene scene, List<Fed> history, String run) {
        this.parts = parts;
        this.scene = scene;
        this.history = history;
        this.run = run;
    }

    static OrdersAtBroker of(RealParts parts) {
        long seed = OrderHistory.seed();
        return new OrdersAtBroker(
                parts,
                Scene.with(parts, PARTITIONS),
                OrderHistory.random(seed, PARTITIONS, RECORDS),
                "seed " + seed);
    }

    /** The arguments of {@code orders-per-minute} for this history. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(scene.arguments());
        arguments.addAll(Rules.NARROW.arguments());
        return arguments;
    }

    /** Feeds so much more of the history, a part of the whole; the log has it on return. */
    public void feed(double part) {
        int next = Math.min(RECORDS, fed + (int) Math.ceil(RECORDS * part));
        scene.feed(history.subList(fed, next));
        fed = next;
    }

    /**
     * Waits until the group has committed all that was fed: a checkpoint holds that it was read.
     */
    public void awaitRead() {
        Awaitility.await("a checkpoint at the log's end")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> scene.committed().equals(scene.ends()));
    }

    /**
     * Checks that a {@code read_committed} reader finds exactly the answer to the whole history,
     * record for record, after the job has come to its end.
     */
    public void assertAnswered() {
        assertThat(fed).as("records fed").isEqualTo(RECORDS);
        Found found = ReadCommitted.all(parts, scene);
        SameAsModel.check(found, scene.answer(Rules.NARROW), run);
        SameAsModel.checkAddsUp(found, scene.recordsIn(), run);
    }
}
