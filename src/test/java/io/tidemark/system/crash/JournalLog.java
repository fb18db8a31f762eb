package io.tidemark.system.crash;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;

/**
 * The journal as the broker knows it, and how far a consumer group has read it.
 *
 * @param group the consumer group of the job, for which the broker is told how far it has read
 */
record JournalLog(Admin admin, String topic, String group) {

    /** Whether the group has told that it has read each partition to its end. */
    boolean isReadToItsEnd() {
        return readTo().equals(ends());
    }

    /**
     * Takes so many entries of the first partition out of the log, behind what the group has read.
     *
     * @return which offsets are gone, from the first to the last
     */
    Gone deleteUnread(int entries) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Long read = readTo().get(partition);
        if (read == null) {
            throw new AssertionError("inconclusive: nothing was read of " + partition);
        }
        Installation.get(
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(read + entries)))
                        .all());
        return new Gone(read, read + entries - 1);
    }

    /** Offsets, both inclusive. */
    record Gone(long first, long last) {}

    private Map<TopicPartition, Long> ends() {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (int i = 0; i < Journal.PARTITIONS; i++) {
            wanted.put(new TopicPartition(topic, i), OffsetSpec.latest());
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        Installation.get(admin.listOffsets(wanted).all())
                .forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }

    private Map<TopicPartition, Long> readTo() {
        Map<TopicPartition, Long> read = new HashMap<>();
        Installation.get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, position) -> read.put(partition, position.offset()));
        return read;
    }
}
