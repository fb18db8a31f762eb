package io.tidemark.local.traffic;

/** What can be wrong with an order so that no job can read it. */
enum Fault {
    /** The JSON breaks off in the middle. */
    CUT,
    /** It is JSON, but no object. */
    NOT_AN_OBJECT,
    /** One of the fields that the job needs is missing. */
    FIELD_MISSING,
    /** A word stands where the amount should. */
    WORD_AS_VALUE,
    /** A word stands where the time should. */
    WORD_AS_TIME
}
