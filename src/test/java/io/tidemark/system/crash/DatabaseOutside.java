package io.tidemark.system.crash;

import io.tidemark.operators.sink.jdbc.JdbcConnection;
import org.apache.flink.api.connector.sink2.Sink;

/** A table, to which a sink may come by more than one way. */
interface DatabaseOutside extends Outside {

    /** The sink of a job that plays in the scene and reaches the database so. */
    Sink<Entry> sink(String scene, JdbcConnection by);

    @Override
    default Sink<Entry> sink(Installation installation, String scene) {
        return sink(scene, UpsertOutside.connection(installation.database()));
    }
}
