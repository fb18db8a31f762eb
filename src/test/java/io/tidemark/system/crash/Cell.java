package io.tidemark.system.crash;

/**
 * One cell of the matrix: a point at which to break, and a sink.
 *
 * @param point the point, in words
 * @param outside where the sink writes
 * @param story what happens, up to where the job recovers by itself
 */
record Cell(String point, Outside outside, Story story) {

    /** What happens to a job. */
    @FunctionalInterface
    interface Story {
        Ending play(Stage stage) throws Exception;
    }

    @Override
    public String toString() {
        return point + " · " + outside.name();
    }
}
