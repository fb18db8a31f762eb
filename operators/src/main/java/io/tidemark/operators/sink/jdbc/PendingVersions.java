package io.tidemark.operators.sink.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a batch that is being collected: of each key the newest version in front. */
final class PendingVersions {

    private final Map<RowKey, VersionedRow> newest = new HashMap<>();
    private int rows;
    private long characters;

    void add(VersionedRow row) {
        newest.merge(row.key, row, VersionedRow::joinedBy);
        rows++;
        characters += row.characters();
    }

    /** How many characters the texts of these rows have. */
    long characters() {
        return characters;
    }

    /** How many rows were added, the overtaken ones too: they are kept as well. */
    int rows() {
        return rows;
    }

    boolean isEmpty() {
        return rows == 0;
    }

    /**
     * One row a key, in the order of the keys: writers that lock rows in one order never wait for
     * each other in a circle.
     */
    List<VersionedRow> inOrder() {
        List<VersionedRow> rowsInOrder = new ArrayList<>(newest.values());
        rowsInOrder.sort((one, other) -> one.key.compareTo(other.key));
        return rowsInOrder;
    }

    void clear() {
        newest.clear();
        rows = 0;
        characters = 0;
    }
}
