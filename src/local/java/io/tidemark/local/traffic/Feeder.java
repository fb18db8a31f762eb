package io.tidemark.local.traffic;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Brings traffic into a topic, on a thread of its own.
 *
 * <p>Each record is written once: the producer is idempotent and waits for all replicas. A feed
 * with an identity also marks each record with it and with its row number, in the headers {@code
 * tidemark-feed} and {@code tidemark-row}, and passes over the rows that an earlier feed of the
 * same identity has left in the topic; so a file is in a kept log exactly once, even if the feeder
 * was killed on the way.
 *
 * <p>A feeder keeps the order of the traffic in each partition and the pace that its records ask
 * for. What it passes over takes no time. If the broker is slower than the pace, the feeder falls
 * behind and then catches up.
 */
public final class Feeder implements AutoCloseable {

    private static final int BATCH_BYTES = 1 << 18;
    private static final int MEMORY_BYTES = 1 << 26;
    private static final int LINGER_MILLIS = 20;
    private static final int DELIVERY_TIMEOUT_MILLIS = 60_000;
    private static final Duration CLOSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final String bootstrapServers;
    private final String topic;
    private final int partitions;
    private final Traffic traffic;
    private final Optional<String> identity;
    private final byte[] identityBytes;
    private final Thread thread;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile long newestEventTimeMillis = TrafficRecord.NO_EVENT_TIME;
    private volatile boolean done;

    private Feeder(
            String bootstrapServers,
            String topic,
            int partitions,
            Traffic traffic,
            Optional<String> identity) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.partitions = partitions;
        this.traffic = traffic;
        this.identity = identity;
        this.identityBytes = identity.orElse("").getBytes(StandardCharsets.UTF_8);
        this.thread = new Thread(this::run, "tidemark-feeder");
    }

    /**
     * Starts to feed; returns at once. Whatever goes wrong from here on is told by {@link
     * #progress()}.
     *
     * @param bootstrapServers where the brokers are
     * @param topic an existing topic
     * @param partitions how many of its partitions are fed
     * @param traffic what is fed; the feeder closes it
     * @param feedIdentity what tells this feed from others in the same topic; empty if a later run
     *     need not know what this one has fed
     */
    public static Feeder start(
            String bootstrapServers,
            String topic,
            int partitions,
            Traffic traffic,
            Optional<String> feedIdentity) {
        Feeder feeder = new Feeder(bootstrapServers, topic, partitions, traffic, feedIdentity);
        feeder.thread.setDaemon(true);
        feeder.thread.start();
        return feeder;
    }

    /** How far the feed has come; any thread may ask. */
    public FeedProgress progress() {
        // First, so that a feed that is seen as done is seen with its final counts.
        boolean over = done;
        return new FeedProgress(
                sent.get(),
                skipped.get(),
                traffic.share(),
                newestEventTimeMillis,
                over,
                failure.get());
    }

    /**
     * Sends nothing more, and returns when what was sent is acknowledged or, after a minute, given
     * up. Does nothing if the feed is done.
     */
    public void stop() {
        stopping.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same as {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }

    private void run() {
        try (traffic) {
            KeptRows kept =
                    identity.isPresent()
                            ? KeptRows.in(bootstrapServers, topic, identity.get())
                            : KeptRows.none();
            KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(
                            settings(), new ByteArraySerializer(), new ByteArraySerializer());
            try {
                feed(producer, kept);
                producer.flush();
            } finally {
                if (failure.get() == null) {
                    producer.close();
                } else {
                    producer.close(CLOSE_AFTER_FAILURE);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, rootCause(e));
        } finally {
            done = true;
        }
    }

    private void feed(KafkaProducer<byte[], byte[]> producer, KeptRows kept) throws IOException {
        long startNanos = 0;
        long firstDueMillis = TrafficRecord.AT_ONCE;
        TrafficRecord record = traffic.next();
        while (record != null && stopping.getCount() > 0 && failure.get() == null) {
            int partition = partitionOf(record);
            if (kept.hold(partition, record.row())) {
                skipped.incrementAndGet();
            } else {
                if (record.dueMillisAfterStart() != TrafficRecord.AT_ONCE) {
                    if (firstDueMillis == TrafficRecord.AT_ONCE) {
                        firstDueMillis = record.dueMillisAfterStart();
                        startNanos = System.nanoTime();
                    }
                    long due = record.dueMillisAfterStart() - firstDueMillis;
                    if (stopsBefore(startNanos + TimeUnit.MILLISECONDS.toNanos(due))) {
                        return;
                    }
                }
                send(producer, record, partition);
            }
            newestEventTimeMillis = Math.max(newestEventTimeMillis, record.eventTimeMillis());
            record = traffic.next();
        }
    }

    private void send(KafkaProducer<byte[], byte[]> producer, TrafficRecord record, int partition) {
        ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(topic, partition, record.key(), record.value());
        long row = record.row();
        if (identity.isPresent()) {
            byte[] number = Long.toString(row).getBytes(StandardCharsets.US_ASCII);
            message.headers().add(KeptRows.FEED_HEADER, identityBytes);
            message.headers().add(KeptRows.ROW_HEADER, number);
        }
        // What the future would tell, the callback hears.
        Future<RecordMetadata> unused =
                producer.send(
                        message,
                        (metadata, problem) -> {
                            if (problem == null) {
                                sent.incrementAndGet();
                            } else {
                                failure.compareAndSet(null, refused(row, problem));
                                // At once, before the next request: no later row may reach this
                                // partition,
                                // or a next run would take this one for fed.
                                producer.close(Duration.ZERO);
                            }
                        });
    }

    private boolean stopsBefore(long nanoTime) {
        long wait = nanoTime - System.nanoTime();
        try {
            return wait > 0 && stopping.await(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private int partitionOf(TrafficRecord record) {
        byte[] key = record.key();
        if (record.partition() != TrafficRecord.BY_KEY || key == null) {
            return Math.max(record.partition(), 0);
        }
        return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    private IOException refused(long row, Exception problem) {
        Throwable root = rootCause(problem);
        // Without the cause, which would hide the row from whoever looks for the root.
        return new IOException(
                "the broker did not take row %,d of the feed into %s: %s (%s)"
                        .formatted(row, topic, root.getMessage(), root.getClass().getSimpleName()));
    }

    private Map<String, Object> settings() {
        return Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                true,
                ProducerConfig.ACKS_CONFIG,
                "all",
                // No row may overtake one that the broker refuses.
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                1,
                ProducerConfig.BATCH_SIZE_CONFIG,
                BATCH_BYTES,
                ProducerConfig.LINGER_MS_CONFIG,
                LINGER_MILLIS,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                (long) MEMORY_BYTES,
                // How big a record may be is for the broker to say.
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                MEMORY_BYTES,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                DELIVERY_TIMEOUT_MILLIS,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                (long) DELIVERY_TIMEOUT_MILLIS);
    }

    private static Throwable rootCause(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }
}
