package io.tidemark.system.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.deadletter.RejectedRecordException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One entry of a journal. Public, or it would fall to Kryo.
 *
 * @param id told from all others
 * @param key whose entry it is
 * @param number its place among those of its key, from 1
 * @param version which state of the key's row it stands for; of two entries with one version the
 *     first counts, and older ones than what is there do not
 * @param deletion whether the key's row goes
 * @param ordinal the place that the job has counted out for it, which must be its number; 0 before
 */
public record Entry(
        String id, String key, long number, long version, boolean deletion, long ordinal) {

    static final TypeInformation<Entry> TYPE = TypeInformation.of(Entry.class);

    /** What the effect of an entry is known by, if the job has counted well. */
    String effect() {
        return id + "#" + ordinal;
    }

    Entry counted(long counted) {
        return new Entry(id, key, number, version, deletion, counted);
    }

    /** How it stands in the log, on either side of the job. */
    byte[] text() {
        return (id + ' ' + key + ' ' + number + ' ' + version + ' ' + deletion + ' ' + ordinal)
                .getBytes(UTF_8);
    }

    static Entry of(byte[] text) {
        String[] fields = new String(text, UTF_8).split(" ");
        return new Entry(
                fields[0],
                fields[1],
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Boolean.parseBoolean(fields[4]),
                Long.parseLong(fields[5]));
    }

    /** Reads a record of the journal; what is none is rejected. */
    static Entry decode(ConsumerRecord<byte[], byte[]> record) throws RejectedRecordException {
        try {
            return of(record.value());
        } catch (RuntimeException unreadable) {
            throw RejectedRecordException.because(Reason.NOT_JSON, "no entry");
        }
    }

    /** What a rejected record leaves: an entry of a key of its own. */
    static Entry of(DeadLetter letter) {
        String id = poisonId(letter.partition(), letter.offset());
        return new Entry(id, id, 1, 1, false, 0);
    }

    static String poisonId(int partition, long offset) {
        return "poison-" + partition + "-" + offset;
    }
}
