package io.tidemark.operators.window;

/**
 * What is done with a key in memory when its time has come.
 *
 * @param <H> what is kept in memory of a key
 */
interface KeyFiring<H> {

    /** Fires a key that is due, or a part of it; it is in no queue then. */
    void fire(H due) throws Exception;

    /** Lets a key show what it has so far, unless something of it is due anyway. */
    void show(H windows) throws Exception;
}
