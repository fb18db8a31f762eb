package io.tidemark.system;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A row of a partition's log, told from all others by partition and offset. Public, or it would
 * fall to Kryo.
 *
 * @param heartbeat a time before which everything has been sent, {@code Long.MIN_VALUE} for none
 */
public record Ping(int partition, long offset, long time, long logTime, long key, long heartbeat) {

    static final TypeInformation<Ping> TYPE = TypeInformation.of(Ping.class);

    /**
     * The log of a partition that begins at the given log time: most pings lag a little, some a
     * lot, a few are two hours ahead.
     */
    static List<Ping> log(int partition, long start, int pings, Random random) {
        List<Ping> log = new ArrayList<>();
        long now = start;
        for (int offset = 0; offset < pings; offset++) {
            now += random.nextInt(200);
            long lag = random.nextInt(10) == 0 ? random.nextInt(30_000) : random.nextInt(1_500);
            long ahead = random.nextInt(100) == 0 ? 7_200_000 : 0;
            long heartbeat = random.nextInt(20) == 0 ? now - 2_000 : Long.MIN_VALUE;
            log.add(
                    new Ping(
                            partition,
                            offset,
                            now - lag + ahead,
                            now,
                            random.nextInt(12),
                            heartbeat));
        }
        return log;
    }

    /** The ping as a record to be fed: so large that not many fit into a batch of the log. */
    Fed fed() {
        String payload = time + " " + key + " " + heartbeat + " " + "x".repeat(400);
        return Fed.unreadable(partition, logTime, payload.getBytes(StandardCharsets.UTF_8), "");
    }

    /** The ping in a record that was {@link #fed}. */
    static Ping read(ConsumerRecord<byte[], byte[]> record) {
        String[] payload = new String(record.value(), StandardCharsets.UTF_8).split(" ", -1);
        return new Ping(
                record.partition(),
                record.offset(),
                Long.parseLong(payload[0]),
                record.timestamp(),
                Long.parseLong(payload[1]),
                Long.parseLong(payload[2]));
    }
}
