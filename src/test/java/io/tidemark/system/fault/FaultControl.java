package io.tidemark.system.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The outer side of faults: the test orders them here and sees here that they have happened. */
public final class FaultControl {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;

    /** Faults of all processes that are started with {@link #jvmOption()}. */
    public FaultControl(Path directory) {
        this.directory = directory;
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The option that makes a JVM know of them. */
    public String jvmOption() {
        return "-D" + Faults.DIRECTORY + "=" + directory;
    }

    /** Who it was that came by. */
    public record Fired(long pid, int subtask) {}

    /** Orders an act for whichever subtask comes first. */
    public void arm(Point point, Act act) {
        arm(point, act, Faults.ANY);
    }

    /** Orders an act for one subtask. */
    public void arm(Point point, Act act, int subtask) {
        try {
            for (String old : new String[] {".taken", ".fired", ".released"}) {
                Files.deleteIfExists(directory.resolve(point + old));
            }
            Files.deleteIfExists(Faults.goneOn(directory, point));
            Files.deleteIfExists(Faults.outcome(directory, point));
            Path order = directory.resolve(point + ".order");
            Files.writeString(order, act + " " + subtask);
            Files.move(order, directory.resolve(point + ".armed"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has happened; one that does not happen makes the test inconclusive. */
    public Fired awaitFired(Point point) {
        Path fired = Faults.fired(directory, point);
        Awaitility.await("inconclusive: the fault at " + point + " has not happened")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(fired));
        try {
            String[] who = Files.readString(fired).split(" ");
            return new Fired(Long.parseLong(who[0]), Integer.parseInt(who[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets go on whoever is held at this point. */
    public void release(Point point) {
        try {
            Files.writeString(directory.resolve(point + ".released"), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What has passed a place, see {@link Passage#note}. */
    public Set<String> passed(String place) {
        return Passage.all(directory, place);
    }

    /** The clock of a process when something passed a place in it last; empty if nothing has. */
    public Optional<Instant> clockOf(long pid, String place) {
        return Passage.last(directory, place, pid).map(Instant::ofEpochMilli);
    }

    /**
     * Waits until whoever was stopped at this point by {@link Act#STALL} has gone on, into what
     * comes behind it.
     */
    public void awaitGoneOn(Point point) {
        Awaitility.await("inconclusive: what stalled at " + point + " has not gone on")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(Faults.goneOn(directory, point)));
    }

    /**
     * Waits until the call is over into which whoever was stopped at this point by {@link
     * Act#STALL} has gone on, or his process is.
     *
     * @param alive whether that process lives
     * @return that it returned, or what it threw; empty if the process ended before it could tell
     */
    public Optional<String> awaitOutcome(Point point, BooleanSupplier alive) {
        Path outcome = Faults.outcome(directory, point);
        Awaitility.await("inconclusive: what went on at " + point + " has come to no end")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> Files.exists(outcome) || !alive.getAsBoolean());
        try {
            return Files.exists(outcome)
                    ? Optional.of(Files.readString(outcome))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets all orders and lets go whoever is held. */
    public void clear() {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (!file.toString().endsWith(".passage")) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
