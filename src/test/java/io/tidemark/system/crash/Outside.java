package io.tidemark.system.crash;

import io.tidemark.system.guarantee.Guarantee;
import io.tidemark.system.guarantee.History;
import io.tidemark.system.guarantee.History.LogEnd;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;

/** What stands outside of a job: where its sink writes, and what a reader finds there. */
interface Outside {

    /** What it is called in the report. */
    String name();

    /** Makes it ready for a scene of this name. */
    void prepare(Installation installation, String scene);

    /** The sink of a job that plays in the scene. */
    Sink<Entry> sink(Installation installation, String scene);

    /** What must be seen of the first entries of the journal, and what is seen. */
    History history(Installation installation, String scene, Journal journal, int first);

    /** Where the logs end that the sink writes, and for whom; none if it writes no log. */
    default List<LogEnd> logEnds(Installation installation, String scene) {
        return List.of();
    }

    /** What it promises. */
    Guarantee[] promises();
}
