package io.tidemark.system.crash;

/**
 * One cell of the matrix: a point at which to break, and a sink.
 *
 * @param point the point, in words
 * @param outside where the sink writes
 * @param story what happens, up to where the job recovers by itself
 * @param inBuild whether it is played in every build, or in the whole matrix only
 */
record Cell(String point, Outside outside, Story story, boolean inBuild) {

    /** What happens to a job. */
    @FunctionalInterface
    interface Story {
        void play(Stage stage) throws Exception;
    }

    @Override
    public String toString() {
        return point + " · " + outside.name();
    }
}
