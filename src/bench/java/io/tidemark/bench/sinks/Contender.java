package io.tidemark.bench.sinks;

import org.apache.flink.api.connector.sink2.Sink;

/** A sink that is measured. */
interface Contender {

    /** Its name in the table and in the figures. */
    String name();

    /**
     * The sink of a run, into something that is empty and has the run's name.
     *
     * @param run a name of lower-case letters, digits and underscores
     */
    Sink<SinkRow> sink(String run) throws Exception;

    /** What a reader finds after the run. */
    Content content(String run) throws Exception;

    /** Throws away what the run wrote. */
    void forget(String run) throws Exception;
}
