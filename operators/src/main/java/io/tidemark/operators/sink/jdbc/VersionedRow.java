package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * One version of a row, in texts, and the older versions of the same row that wait behind it: they
 * are written only if the table refuses this one.
 */
final class VersionedRow {

    final RowKey key;
    final Version version;
    final boolean deleted;

    /** One text a value column; all null in a deletion. */
    final @Nullable String[] values;

    private @Nullable VersionedRow older;

    VersionedRow(RowKey key, Version version, boolean deleted, @Nullable String[] values) {
        this.key = key;
        this.version = version;
        this.deleted = deleted;
        this.values = values;
    }

    /** How many characters the key's and the values' texts have. */
    int characters() {
        return key.characters() + Texts.characters(values);
    }

    @Nullable VersionedRow older() {
        return older;
    }

    /**
     * The newest of this chain of versions and one more, the others behind it. Of two with one
     * version the one that was there stays.
     */
    VersionedRow joinedBy(VersionedRow other) {
        int order = other.version.compareTo(version);
        if (order > 0) {
            other.older = this;
            return other;
        }
        VersionedRow place = this;
        while (order < 0 && place.older != null) {
            order = other.version.compareTo(place.older.version);
            if (order >= 0) {
                break;
            }
            place = place.older;
        }
        if (order != 0) {
            other.older = place.older;
            place.older = other;
        }
        return this;
    }
}
