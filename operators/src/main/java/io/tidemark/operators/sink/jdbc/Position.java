package io.tidemark.operators.sink.jdbc;

/**
 * Where in the input a row came from: a place that a replay gives it again, and no other row.
 *
 * <p>Positions of a partition are ordered by their offsets, and those of one offset by their
 * places.
 *
 * @param partition the part of the input, such as topic and partition; not null
 * @param offset how far in that part; it only grows
 * @param place which of the rows that come of the element at that offset, 0 for the first
 */
public record Position(String partition, long offset, int place) {

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the partition is null or the place negative
     */
    public Position {
        if (partition == null) {
            throw new IllegalArgumentException(
                    "partition=null is no part of the input: name it, such as by topic and"
                            + " partition");
        }
        if (place < 0) {
            throw new IllegalArgumentException(
                    "place=" + place + " is below the first: count an offset's rows from 0");
        }
    }

    /** The position of the one row that comes of the element at an offset. */
    public Position(String partition, long offset) {
        this(partition, offset, 0);
    }

    /** Whether this one is behind another one of the same partition. */
    boolean isAfter(Position other) {
        return offset == other.offset ? place > other.place : offset > other.offset;
    }

    /** How a message names it, within its partition. */
    String within() {
        return "offset " + offset + ", place " + place;
    }
}
