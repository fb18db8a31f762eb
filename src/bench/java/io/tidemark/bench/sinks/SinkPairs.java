package io.tidemark.bench.sinks;

import java.util.List;

/** The cases. */
final class SinkPairs {

    static final List<String> NAMES =
            List.of(
                    "upsert-plain",
                    "upsert-rewritten",
                    "ledgered-plain",
                    "ledgered-rewritten",
                    "kafka");

    private static final Pair.Aim UPSERT = new Pair.Aim(1.2, false);
    private static final Pair.Aim LEDGERED = new Pair.Aim(1.5, false);
    private static final Pair.Aim KAFKA = new Pair.Aim(0.97, true);

    private SinkPairs() {}

    static List<Pair> all(PostgresServer database, String servers, SinkCluster cluster, Load load) {
        return List.of(
                upsert(NAMES.get(0), database, cluster, false, load),
                upsert(NAMES.get(1), database, cluster, true, load),
                ledgered(NAMES.get(2), database, cluster, false, load),
                ledgered(NAMES.get(3), database, cluster, true, load),
                new Pair(
                        NAMES.get(4),
                        TopicContender.kafkaOutput(servers),
                        TopicContender.kafkaSink(servers),
                        load.messages(),
                        load.messages(),
                        KAFKA));
    }

    private static Pair upsert(
            String name, PostgresServer database, SinkCluster cluster, boolean rewrite, Load load) {
        return new Pair(
                name,
                TableContender.versionedUpsert(database, cluster, rewrite, load),
                TableContender.upsert(database, rewrite, load),
                load.rows(),
                load.ids(),
                UPSERT);
    }

    private static Pair ledgered(
            String name, PostgresServer database, SinkCluster cluster, boolean rewrite, Load load) {
        return new Pair(
                name,
                TableContender.ledgeredRows(database, cluster, rewrite, load),
                TableContender.xa(database, rewrite, load),
                load.rows(),
                load.rows(),
                LEDGERED);
    }
}
