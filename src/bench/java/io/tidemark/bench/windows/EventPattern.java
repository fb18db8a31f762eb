package io.tidemark.bench.windows;

import java.io.Serializable;

/** The events of a case by index: the same index gives the same event in every engine. */
interface EventPattern extends Serializable {

    /** The first event time, a whole hour. */
    long START = 1_767_225_600_000L;

    /** Makes ready what is not worth sending with the job. Called before the first event. */
    void open();

    Event event(long index);
}
