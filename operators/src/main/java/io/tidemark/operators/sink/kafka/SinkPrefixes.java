package io.tidemark.operators.sink.kafka;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;

/**
 * The prefixes of transactional ids that a writer has to do with when it starts.
 *
 * @param own the sink's own
 * @param earlier others that the writer's restored state names: the job or the sink had another
 *     name then, and nobody writes under it now
 * @param ofJob those of all sinks of the job, by its present name and its earlier ones; own and
 *     earlier are among them
 */
record SinkPrefixes(String own, Set<String> earlier, Set<String> ofJob) {

    /**
     * Of a writer.
     *
     * @param sinks the uids of all sinks of the job; the sink's own need not be among them
     */
    static SinkPrefixes of(
            String job,
            String uid,
            Collection<String> sinks,
            Collection<KafkaWriterState> restoredState) {
        String own = prefix(job, uid);
        Set<String> earlier = new LinkedHashSet<>();
        restoredState.forEach(state -> earlier.add(state.getTransactionalIdPrefix()));
        earlier.remove(own);
        Set<String> ofJob = new LinkedHashSet<>();
        ofJob.add(own);
        ofJob.addAll(earlier);
        sinks.forEach(sink -> ofJob.add(prefix(job, sink)));
        String end = prefix("", uid);
        for (String other : earlier) {
            if (other.endsWith(end)) {
                String earlierJob = other.substring(0, other.length() - end.length());
                sinks.forEach(sink -> ofJob.add(prefix(earlierJob, sink)));
            }
        }
        return new SinkPrefixes(own, Set.copyOf(earlier), Set.copyOf(ofJob));
    }

    /** What the ids of a sink begin with; a restarted job finds its own by it. */
    static String prefix(String job, String uid) {
        return job + "." + uid;
    }
}
