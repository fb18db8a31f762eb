package io.tidemark.operators.sink.jdbc;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A random changelog and what must come of it, whatever its order: for each key the highest version
 * that the table can take, and the refused ones above it.
 */
final class Changelog {

    private final List<Change> changes = new ArrayList<>();

    static Changelog drawnFrom(Random random) {
        Changelog log = new Changelog();
        int keys = 1 + random.nextInt(12);
        for (int key = 0; key < keys; key++) {
            int versions = 1 + random.nextInt(8);
            // Few numbers, so that majors repeat and minors decide.
            TreeSet<Version> drawn = new TreeSet<>();
            for (int i = 0; i < versions; i++) {
                drawn.add(new Version(random.nextInt(4) - 1L, random.nextInt(5) - 2L));
            }
            for (Version version : drawn) {
                log.changes.add(
                        new Change(key, version.major(), version.minor(), name(random, version)));
            }
        }
        return log;
    }

    private static @Nullable String name(Random random, Version version) {
        String plain = version.major() + "." + version.minor();
        return switch (random.nextInt(6)) {
            case 0, 1 -> null;
            case 2 -> plain + "-much too long";
            default -> plain;
        };
    }

    /** All changes, some more than once, in any order. */
    List<Change> shuffled(Random random) {
        List<Change> shuffled = new ArrayList<>(changes);
        int repeats = random.nextInt(changes.size() + 1);
        for (int i = 0; i < repeats; i++) {
            shuffled.add(changes.get(random.nextInt(changes.size())));
        }
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private Map<Long, Change> newestTaken() {
        Map<Long, Change> newest = new TreeMap<>();
        for (Change change : changes) {
            Change known = newest.get(change.id());
            if (!change.isRefused()
                    && (known == null || known.version().compareTo(change.version()) < 0)) {
                newest.put(change.id(), change);
            }
        }
        return newest;
    }

    /** The table's rows, tombstones too: key, name, version, whether deleted. */
    List<String> table() {
        return newestTaken().values().stream()
                .map(
                        row ->
                                row.id()
                                        + "|"
                                        + row.name()
                                        + "|"
                                        + row.major()
                                        + "|"
                                        + row.minor()
                                        + "|"
                                        + (row.isDeletion() ? "t" : "f"))
                .toList();
    }

    /** The rows of the view. */
    List<String> living() {
        return newestTaken().values().stream()
                .filter(row -> !row.isDeletion())
                .map(row -> row.id() + "|" + row.name())
                .toList();
    }

    /** Keys and versions that must stand among the dead rows. */
    TreeSet<String> deadAboveTheTable() {
        Map<Long, Change> newest = newestTaken();
        return changes.stream()
                .filter(Change::isRefused)
                .filter(
                        change ->
                                !newest.containsKey(change.id())
                                        || newest.get(change.id())
                                                        .version()
                                                        .compareTo(change.version())
                                                < 0)
                .map(Changelog::dead)
                .collect(toCollection(TreeSet::new));
    }

    /** Keys and versions that may stand among the dead rows. */
    TreeSet<String> refused() {
        return changes.stream()
                .filter(Change::isRefused)
                .map(Changelog::dead)
                .collect(toCollection(TreeSet::new));
    }

    private static String dead(Change change) {
        return "{\"id\":\"" + change.id() + "\"}|" + change.major() + "|" + change.minor();
    }
}
