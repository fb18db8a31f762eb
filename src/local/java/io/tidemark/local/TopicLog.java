package io.tidemark.local;

import io.tidemark.local.usage.WrongUsage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topics of a broker as numbers: which partitions there are, from which offset to which they
 * reach, and how far a consumer group has come.
 *
 * <p>This is the half of the ledger that does not ask the job. Offsets are those of the high
 * watermark, so records of transactions that are still open count as well.
 */
final class TopicLog implements AutoCloseable {
    private static final Duration REACHABLE_WITHIN = Duration.ofSeconds(8);

    private final Admin admin;
    private final String servers;

    private TopicLog(Admin admin, String servers) {
        this.admin = admin;
        this.servers = servers;
    }

    /**
     * The topics of the broker at these addresses.
     *
     * @throws JobFailed if no broker answers within eight seconds
     */
    static TopicLog at(String servers) throws JobFailed {
        Admin admin;
        try {
            admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
        } catch (KafkaException e) {
            throw unreachable(servers, RootCause.of(e).get(0));
        }
        TopicLog log = new TopicLog(admin, servers);
        try {
            admin.describeCluster(
                            new DescribeClusterOptions()
                                    .timeoutMs((int) REACHABLE_WITHIN.toMillis()))
                    .nodes()
                    .get();
            return log;
        } catch (ExecutionException e) {
            log.close();
            throw unreachable(servers, RootCause.of(e).get(0));
        } catch (InterruptedException e) {
            log.close();
            throw interrupted();
        }
    }

    /**
     * Makes sure that a topic is there to be fed, and returns how many partitions it has.
     *
     * @param partitions of a new topic
     * @param wanted how many a topic that is there already must have, if that matters
     * @throws WrongUsage if it has another number of them
     */
    int ensureTopic(String topic, int partitions, OptionalInt wanted) throws JobFailed {
        try {
            admin.createTopics(
                            List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())))
                    .all()
                    .get();
            // Leaders come a moment after the topic; a producer that is faster than they may hang.
            offsets(partitions(topic, partitions), OffsetSpec.latest());
            return partitions;
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw failed("create topic " + topic, e);
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
        int found = partitionsOf(Set.of(topic)).size();
        if (wanted.isPresent() && found != wanted.getAsInt()) {
            throw new WrongUsage(
                    "--partitions=%d: topic %s is there already and has %d; write --partitions=%d"
                                    .formatted(wanted.getAsInt(), topic, found, found)
                            + " (and --feed-key if that is more than one)");
        }
        return found;
    }

    /** The offset of the first record a job reads that begins there, by partition. */
    Map<Integer, Long> start(String topic, StartPosition from, String group) throws JobFailed {
        return switch (from.kind()) {
            case EARLIEST -> offsets(topic, OffsetSpec.earliest());
            case LATEST -> end(topic);
            case COMMITTED -> {
                Map<Integer, Long> start = new HashMap<>(offsets(topic, OffsetSpec.earliest()));
                start.putAll(committed(topic, group));
                yield start;
            }
            case TIMESTAMP -> {
                Map<Integer, Long> start = new HashMap<>(end(topic));
                offsets(topic, OffsetSpec.forTimestamp(from.timestamp().toEpochMilli()))
                        .forEach(
                                (partition, offset) -> {
                                    // A partition that is older altogether is read from its end.
                                    if (offset >= 0) {
                                        start.put(partition, offset);
                                    }
                                });
                yield start;
            }
        };
    }

    /** The offset behind the last record, by partition; empty if there is no such topic. */
    Map<Integer, Long> end(String topic) throws JobFailed {
        return offsets(topic, OffsetSpec.latest());
    }

    /** Where the group stands, by partition; partitions where it has no offset are left out. */
    Map<Integer, Long> committed(String topic, String group) throws JobFailed {
        try {
            Map<Integer, Long> offsets = new HashMap<>();
            for (Map.Entry<TopicPartition, OffsetAndMetadata> entry :
                    admin.listConsumerGroupOffsets(group)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .entrySet()) {
                if (entry.getKey().topic().equals(topic) && entry.getValue() != null) {
                    offsets.put(entry.getKey().partition(), entry.getValue().offset());
                }
            }
            return offsets;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            throw failed("read the offsets of group " + group, e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private Map<Integer, Long> offsets(String topic, OffsetSpec which) throws JobFailed {
        return offsets(partitionsOf(Set.of(topic)), which);
    }

    private Map<Integer, Long> offsets(List<TopicPartition> partitions, OffsetSpec which)
            throws JobFailed {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (TopicPartition partition : partitions) {
            wanted.put(partition, which);
        }
        try {
            Map<Integer, Long> offsets = new HashMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> entry :
                    admin.listOffsets(wanted).all().get().entrySet()) {
                offsets.put(entry.getKey().partition(), entry.getValue().offset());
            }
            return offsets;
        } catch (ExecutionException e) {
            throw failed("read the offsets of " + partitions, e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private List<TopicPartition> partitionsOf(Set<String> topics) throws JobFailed {
        try {
            KafkaFuture<Map<String, TopicDescription>> described =
                    admin.describeTopics(topics).allTopicNames();
            return described.get().values().stream()
                    .flatMap(
                            topic ->
                                    topic.partitions().stream()
                                            .map(
                                                    partition ->
                                                            new TopicPartition(
                                                                    topic.name(),
                                                                    partition.partition())))
                    .toList();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return List.of();
            }
            throw failed("describe topics " + topics, e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static JobFailed unreachable(String servers, String why) {
        return new JobFailed(
                List.of(
                        "--bootstrap-servers="
                                + servers
                                + ": no broker answers there within "
                                + REACHABLE_WITHIN.toSeconds()
                                + " s. Start it, correct the address, or leave the option out to"
                                + " use a broker of the platform's own",
                        "in: " + why));
    }

    private JobFailed failed(String what, ExecutionException e) {
        return new JobFailed(
                List.of(RootCause.of(e).get(0), "in: cannot " + what + " at " + servers));
    }

    private static UncheckedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new UncheckedIOException(new IOException(new InterruptedIOException("interrupted")));
    }
}
