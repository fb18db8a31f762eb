package io.tidemark.system.crash;

/**
 * A cell with a journal.
 *
 * @param seed of what the journal is made
 */
record Play(Cell cell, long seed) {

    @Override
    public String toString() {
        return cell + " · " + seed;
    }
}
