package io.tidemark.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.system.Witness.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What a source with a watermark strategy may show, computed from the log of each partition alone.
 *
 * <p>A partition that has been read to its end and is bounded holds nothing back any more; so does
 * one that has no record, as soon as that is known.
 */
final class PartitionsOwnProgress {

    private final List<List<Ping>> logs;
    private final List<long[]> alone;
    private final boolean bounded;

    private PartitionsOwnProgress(List<List<Ping>> logs, List<long[]> alone, boolean bounded) {
        this.logs = logs;
        this.alone = alone;
        this.bounded = bounded;
    }

    static PartitionsOwnProgress of(
            List<List<Ping>> logs, EveryStrategy strategy, boolean bounded) {
        return new PartitionsOwnProgress(
                logs,
                // A strategy of its own for each: they shall have nothing in common.
                logs.stream()
                        .map(log -> GeneratorAlone.watermarks(strategy.strategy(), log))
                        .toList(),
                bounded);
    }

    /** How many records lie behind the watermark of their own partition. */
    long late() {
        long late = 0;
        for (int partition = 0; partition < logs.size(); partition++) {
            List<Ping> log = logs.get(partition);
            for (int offset = 0; offset < log.size(); offset++) {
                late += log.get(offset).time() <= alone.get(partition)[offset] ? 1 : 0;
            }
        }
        return late;
    }

    /** Where the watermark of everything stands in the end: that of the slowest partition. */
    long last() {
        return alone.stream().mapToLong(marks -> marks[marks.length - 1]).min().orElseThrow();
    }

    /**
     * Checks each subtask of the source: its watermark is, after each record, the lowest of its
     * partitions' own.
     */
    void checkAtSource(Map<Integer, List<Sighting>> seen, String run) {
        boolean empty = logs.stream().anyMatch(List::isEmpty);
        seen.forEach(
                (subtask, sightings) -> {
                    Set<Integer> partitions = new TreeSet<>();
                    boolean moves = false;
                    for (Sighting sighting : sightings) {
                        moves |= sighting.ping() == null;
                        if (sighting.ping() != null) {
                            partitions.add(sighting.ping().partition());
                        }
                    }
                    // Whether a partition without a record is among them cannot be seen, only
                    // that none is where the watermark moves although nothing ends.
                    boolean toTheRecord = !partitions.isEmpty() && (!empty || (!bounded && moves));
                    check(sightings, partitions, toTheRecord, run + ", subtask " + subtask);
                });
    }

    /**
     * Checks what comes from all subtasks, in whatever order: the watermark never passes the lowest
     * of all partitions' own.
     */
    void checkBehind(List<Sighting> seen, String run) {
        Set<Integer> all = new TreeSet<>(IntStream.range(0, logs.size()).boxed().toList());
        int[] read = check(seen, all, false, run + ", behind the source");
        for (int partition = 0; partition < logs.size(); partition++) {
            assertThat(read[partition])
                    .as("records of partition %d, %s", partition, run)
                    .isEqualTo(logs.get(partition).size());
        }
    }

    private int[] check(
            List<Sighting> seen, Set<Integer> partitions, boolean toTheRecord, String run) {
        int[] read = new int[logs.size()];
        long watermark = Long.MIN_VALUE;
        for (Sighting sighting : seen) {
            Ping ping = sighting.ping();
            if (ping == null) {
                assertThat(sighting.time()).as("goes on, %s", run).isGreaterThan(watermark);
                if (sighting.time() == Long.MAX_VALUE) {
                    assertThat(open(read, partitions)).as("not read, %s", run).isEmpty();
                    break;
                }
                assertThat(sighting.time())
                        .as("passes no partition's own progress, %s", run)
                        .isLessThanOrEqualTo(highest(read, partitions));
                watermark = sighting.time();
                continue;
            }
            if (toTheRecord) {
                assertThat(watermark)
                        .as("has moved as far as it can before %s, %s", ping, run)
                        .isGreaterThanOrEqualTo(lowest(read, partitions));
            }
            int partition = ping.partition();
            assertThat(ping)
                    .as("next record, %s", run)
                    .isEqualTo(logs.get(partition).get(read[partition]));
            assertThat(sighting.time()).as("timestamp of %s", ping).isEqualTo(ping.time());
            if (ping.time() <= watermark) {
                assertThat(ping.time())
                        .as("%s is late by its own partition, %s", ping, run)
                        .isLessThanOrEqualTo(alone.get(partition)[read[partition]]);
            }
            read[partition]++;
        }
        if (toTheRecord) {
            assertThat(watermark)
                    .as("has moved as far as it can in the end, %s", run)
                    .isGreaterThanOrEqualTo(lowest(read, partitions));
        }
        return read;
    }

    /** The lowest watermark of the partitions, each after so many records. */
    private long lowest(int[] read, Set<Integer> partitions) {
        long lowest = Long.MAX_VALUE;
        for (int partition : partitions) {
            lowest = Math.min(lowest, alone.get(partition)[read[partition]]);
        }
        return lowest;
    }

    /** The highest watermark that does not pass one that can still be held back by. */
    private long highest(int[] read, Set<Integer> partitions) {
        Set<Integer> open = open(read, partitions);
        if (!open.isEmpty()) {
            return lowest(read, open);
        }
        long highest = Long.MIN_VALUE;
        for (int partition : partitions) {
            highest = Math.max(highest, alone.get(partition)[read[partition]]);
        }
        return highest;
    }

    /** The partitions that have not come to their end. */
    private Set<Integer> open(int[] read, Set<Integer> partitions) {
        Set<Integer> open = new TreeSet<>(partitions);
        open.removeIf(partition -> bounded && read[partition] == logs.get(partition).size());
        return open;
    }
}
