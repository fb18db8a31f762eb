package io.tidemark.operators.sink.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;

/**
 * A topic as a job wants it: made so if it is absent, checked if it is there.
 *
 * @param name the topic
 * @param partitions how many partitions a new one gets; an existing one may have others
 * @param settings the settings that a new one gets and that an existing one must have; of {@code
 *     max.message.bytes} it may have more
 */
public record TopicPlan(String name, int partitions, Map<String, String> settings) {

    /** A topic that keeps the last message of each key for ever: a table. */
    public static TopicPlan table(String name, int partitions) {
        return new TopicPlan(
                name,
                partitions,
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
    }

    /** A topic that keeps every message as long as the broker's retention says. */
    public static TopicPlan log(String name, int partitions) {
        return new TopicPlan(
                name,
                partitions,
                Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE));
    }

    /** The same topic, taking messages of up to so many bytes. */
    public TopicPlan takingMessagesOf(int bytes) {
        Map<String, String> wider = new HashMap<>(settings);
        wider.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
        return new TopicPlan(name, partitions, Map.copyOf(wider));
    }

    /** A topic that keeps every message for ever: a log whose sum is a total. */
    public static TopicPlan keptLog(String name, int partitions) {
        return new TopicPlan(
                name,
                partitions,
                Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                        TopicConfig.RETENTION_MS_CONFIG, "-1",
                        TopicConfig.RETENTION_BYTES_CONFIG, "-1"));
    }

    /** Whether an existing topic's setting is what a plan wants. */
    static boolean satisfies(String setting, String found, String wanted) {
        // Policies are not taken apart: "compact,delete" would delete rows of a table, and refuses
        // a log's messages, which have no key.
        return setting.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
                ? !found.isEmpty() && Long.parseLong(found) >= Long.parseLong(wanted)
                : found.equals(wanted);
    }
}
