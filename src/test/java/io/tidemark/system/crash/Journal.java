package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.system.guarantee.History.Entered;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A log that is written bit by bit at random, and the memory of all that was written. The entries
 * of a key are in one partition. Some bring a version that was there already, some an older one,
 * some delete; each bit ends with two keys of its own to which all that happens, in the order in
 * which it is hardest to get right, and nothing after it.
 */
final class Journal {

    static final int PARTITIONS = 4;

    private static final int KEYS = 24;

    private final String topic;
    private final String brokers;
    private final Random random;
    private final List<Entry> written = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, Long> versions = new HashMap<>();
    private int ownKeys;

    Journal(String topic, String brokers, long seed) {
        this.topic = topic;
        this.brokers = brokers;
        this.random = new Random(seed);
    }

    String topic() {
        return topic;
    }

    /** How many records it has, with those that are no entries. */
    int size() {
        return written.size();
    }

    /** Writes so many more entries, 10 or more, and returns them when the log has them. */
    List<Entry> write(int entries) throws Exception {
        List<Entry> more = new ArrayList<>();
        String deleted = newKey();
        String repeated = newKey();
        for (int i = 0; i < entries - 6; i++) {
            more.add(next());
        }
        more.add(entry(deleted, 1, false));
        more.add(entry(deleted, 2, true));
        more.add(entry(deleted, 1, false));
        more.add(entry(repeated, 2, false));
        more.add(entry(repeated, 2, false));
        more.add(entry(repeated, 1, false));

        List<Future<RecordMetadata>> taken = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (Entry entry : more) {
                taken.add(producer.send(record(entry)));
            }
        }
        written.addAll(more);
        for (Future<RecordMetadata> one : taken) {
            one.get();
        }
        return more;
    }

    /** Writes a record that is no entry. */
    void writePoison() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            RecordMetadata place =
                    producer.send(new ProducerRecord<>(topic, 0, null, "poison".getBytes(UTF_8)))
                            .get();
            String id = Entry.poisonId(place.partition(), place.offset());
            written.add(new Entry(id, id, 1, 1, false, 0));
        }
    }

    private ProducerRecord<byte[], byte[]> record(Entry entry) {
        int partition = Integer.parseInt(entry.key().substring(1)) % PARTITIONS;
        return new ProducerRecord<>(topic, partition, null, entry.text());
    }

    private KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private Entry next() {
        String key = "k" + random.nextInt(KEYS);
        long newest = versions.getOrDefault(key, 0L);
        int kind = random.nextInt(20);
        long version = newest + 1;
        if (newest > 0 && kind == 0) {
            version = newest;
        } else if (newest > 1 && kind == 1) {
            version = 1 + random.nextInt((int) newest - 1);
        }
        versions.merge(key, version, Math::max);
        return entry(key, version, kind == 2);
    }

    private Entry entry(String key, long version, boolean deletion) {
        long number = numbers.merge(key, 1L, Long::sum);
        return new Entry(key + "-" + number, key, number, version, deletion, 0);
    }

    private String newKey() {
        return "k" + (KEYS + ownKeys++);
    }

    /** What must be seen of the first entries where each has an effect of its own. */
    List<Entered> all(int first) {
        return written.subList(0, first).stream().map(Journal::entered).toList();
    }

    /** What must be seen of them in a table that keeps the newest version of each key. */
    List<Entered> newest(int first) {
        Map<String, Entry> table = new LinkedHashMap<>();
        for (Entry entry : written.subList(0, first)) {
            table.merge(
                    entry.key(),
                    entry,
                    (old, other) -> other.version() > old.version() ? other : old);
        }
        return table.values().stream()
                .filter(entry -> !entry.deletion())
                .map(Journal::entered)
                .toList();
    }

    private static Entered entered(Entry entry) {
        return new Entered(entry.counted(entry.number()).effect(), entry.key(), entry.number());
    }
}
