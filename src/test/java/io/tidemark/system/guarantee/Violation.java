package io.tidemark.system.guarantee;

/**
 * One thing that should not be.
 *
 * @param kind in which way
 * @param what what it is about: an id, a key, a partition
 */
public record Violation(Kind kind, String what) {

    /** A way in which a promise can be broken. */
    public enum Kind {
        /** Went in and cannot be seen. */
        LOST,
        /** Is seen more than once. */
        DUPLICATED,
        /** Is seen and never went in. */
        INVENTED,
        /** Is seen before something of the same key that came earlier. */
        OUT_OF_ORDER,
        /** Stands in the log and is kept from readers. */
        HIDDEN,
        /** The accounts do not sum up to what went in. */
        UNACCOUNTED
    }

    @Override
    public String toString() {
        return kind + " " + what;
    }
}
