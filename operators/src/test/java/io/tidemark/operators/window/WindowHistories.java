package io.tidemark.operators.window;

import io.tidemark.operators.testing.Backend;
import io.tidemark.operators.testing.Disturbance;
import io.tidemark.operators.testing.History;
import io.tidemark.operators.testing.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs random cases, each under a random disturbance, and makes the first that fails small.
 *
 * <p>Every case has a seed of its own. With {@code -Dtidemark.history=42} only that one is run;
 * with {@code -Dtidemark.histories=3} three times as many as the test asks for, or with {@code 0.1}
 * a tenth of them.
 */
final class WindowHistories {

    private static final String ONE = "tidemark.history";
    private static final String TIMES = "tidemark.histories";
    private static final int MOST_RESTORES = 10;
    private static final int MOST_STEPS_IF_ALL_RESTORE = 60;

    /** Cases share nothing, and most of their time is the harness'. */
    private static final int WORKERS = 2;

    private final WindowCase.Draw draw;
    private final Backend backend;

    private WindowHistories(WindowCase.Draw draw, Backend backend) {
        this.draw = draw;
        this.backend = backend;
    }

    static WindowHistories of(WindowCase.Draw draw, Backend backend) {
        return new WindowHistories(draw, backend);
    }

    /** So many, or as many times more or fewer as the property says. */
    static int times(int count) {
        return (int) Math.ceil(count * Double.parseDouble(System.getProperty(TIMES, "1")));
    }

    /** Runs so many cases. */
    void run(int count, Random random) throws Exception {
        Long one = Long.getLong(ONE);
        if (one != null) {
            run(one);
            return;
        }
        int each = (times(count) + WORKERS - 1) / WORKERS;
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                Random own = new Random(random.nextLong());
                running.add(
                        workers.submit(
                                () -> {
                                    for (int j = 0; j < each; j++) {
                                        run(own.nextLong());
                                    }
                                    return null;
                                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof AssertionError difference) {
                throw difference;
            }
            throw failed;
        } finally {
            workers.shutdownNow();
        }
    }

    private void run(long seed) throws Exception {
        Random random = new Random(seed);
        WindowCase drawn = draw.from(random);
        Disturbance disturbance = disturbance(drawn.history().steps().size(), random);
        Throwable failure = failure(drawn, drawn.history(), disturbance);
        if (failure != null) {
            History<Sale> small = smallest(drawn, disturbance);
            throw new AssertionError(
                    "a history fails on "
                            + backend
                            + "; to see it alone: -D"
                            + ONE
                            + "="
                            + seed
                            + "\n"
                            + drawn
                            + "\n"
                            + disturbance
                            + "\nsmallest part that fails:\n"
                            + text(small),
                    failure(drawn, small, disturbance));
        }
    }

    /** Few restores mostly, for they cost the most time; seldom one after each step. */
    private static Disturbance disturbance(int steps, Random random) {
        if (steps <= MOST_STEPS_IF_ALL_RESTORE && random.nextInt(100) == 0) {
            return Disturbance.restoringEvery(1).rescaling(1, 2, 1, 3);
        }
        int restores =
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> 0;
                    case 3, 4 -> 1;
                    case 5, 6 -> 1 + random.nextInt(4);
                    default -> 1 + random.nextInt(MOST_RESTORES);
                };
        if (restores == 0 || steps == 0) {
            return Disturbance.none();
        }
        int every = Math.max(1, (steps + restores - 1) / restores);
        Disturbance restoring = Disturbance.restoringEvery(every);
        if (random.nextBoolean()) {
            restoring = restoring.losing(1 + random.nextInt(8));
        }
        return switch (random.nextInt(4)) {
            case 0 -> restoring;
            case 1 -> restoring.rescaling(2, 1);
            case 2 -> restoring.rescaling(1, 3, 2);
            default -> restoring.rescaling(1, 2);
        };
    }

    private @Nullable Throwable failure(
            WindowCase drawn, History<Sale> history, Disturbance disturbance) {
        try {
            drawn.check(history, backend, disturbance);
            return null;
        } catch (Exception | AssertionError failure) {
            return failure;
        }
    }

    /** Takes steps away as long as what is left still fails. */
    private History<Sale> smallest(WindowCase drawn, Disturbance disturbance) {
        List<Step<Sale>> steps = new ArrayList<>(drawn.history().steps());
        for (int chunk = Math.max(1, steps.size() / 2); chunk > 0; chunk /= 2) {
            for (int from = 0; from + chunk <= steps.size(); ) {
                List<Step<Sale>> fewer = new ArrayList<>(steps);
                fewer.subList(from, from + chunk).clear();
                if (failure(drawn, new History<>(fewer), disturbance) != null) {
                    steps = fewer;
                } else {
                    from += chunk;
                }
            }
        }
        return new History<>(steps);
    }

    private static String text(History<Sale> history) {
        StringBuilder text = new StringBuilder();
        for (Step<Sale> step : history.steps()) {
            text.append("  ").append(step).append('\n');
        }
        return text.toString();
    }
}
