package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.operators.testing.SeededRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SeededRandom.class)
class PendingVersionsTest {

    @RepeatedTest(200)
    void eachKeyHasItsVersionsOnceTheNewestInFront(Random random) {
        Map<String, TreeSet<Version>> reference = new TreeMap<>();
        PendingVersions pending = new PendingVersions();
        int rows = 1 + random.nextInt(40);
        for (int i = 0; i < rows; i++) {
            String key = Integer.toString(random.nextInt(20));
            Version version = new Version(random.nextInt(3), random.nextInt(3));
            reference
                    .computeIfAbsent(key, k -> new TreeSet<>(Collections.reverseOrder()))
                    .add(version);
            pending.add(row(key, version, "x"));
        }
        Map<String, List<Version>> kept = new TreeMap<>();
        List<String> order = new ArrayList<>();
        for (VersionedRow row : pending.inOrder()) {
            String key = String.valueOf(row.key.text(0));
            order.add(key);
            List<Version> versions = kept.computeIfAbsent(key, k -> new ArrayList<>());
            for (VersionedRow one = row; one != null; one = one.older()) {
                versions.add(one.version);
            }
        }
        assertThat(order).isEqualTo(List.copyOf(reference.keySet()));
        reference.forEach(
                (key, versions) -> assertThat(kept.get(key)).containsExactlyElementsOf(versions));
        assertThat(pending.rows()).isEqualTo(rows);
    }

    @Test
    void ofTwoRowsWithOneVersionTheFirstStays() {
        PendingVersions pending = new PendingVersions();
        pending.add(row("a", Version.of(2), "newest"));
        pending.add(row("a", Version.of(1), "first"));
        pending.add(row("a", Version.of(1), "second"));
        pending.add(row("a", Version.of(2), "replay"));
        VersionedRow row = pending.inOrder().get(0);
        assertThat(row.values).containsExactly("newest");
        VersionedRow older = row.older();
        assertThat(older == null ? null : older.values).isEqualTo(new String[] {"first"});
        assertThat(older == null ? row : older.older()).isNull();
    }

    @Test
    void aClearedBatchIsEmpty() {
        PendingVersions pending = new PendingVersions();
        pending.add(row("a", Version.of(1), "x"));
        pending.clear();
        assertThat(pending.isEmpty()).isTrue();
        assertThat(pending.inOrder()).isEmpty();
    }

    private static VersionedRow row(String key, Version version, @Nullable String value) {
        return new VersionedRow(
                new RowKey(new String[] {key}), version, false, new String[] {value});
    }
}
