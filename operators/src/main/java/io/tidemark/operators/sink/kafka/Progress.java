package io.tidemark.operators.sink.kafka;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TransactionState;

/**
 * What happened to the transactions of a name between two looks at them that only a living job
 * does: not what a broker does by itself to those of a dead one, whose transactions time out, end,
 * and are forgotten.
 *
 * @param sign one such thing, for a person; empty if there is none
 * @param begun the checkpoints for which a producer has begun
 */
record Progress(Optional<String> sign, Set<Long> begun) {

    /**
     * How a transaction stands.
     *
     * @param written a number that grows as records are written into it
     */
    record Standing(TransactionState state, long producer, int epoch, long written) {}

    /**
     * Compares two looks; a transaction that is absent was never there, is forgotten, or is
     * committed.
     */
    static Progress between(
            Map<TransactionId, Standing> before, Map<TransactionId, Standing> after) {
        Optional<String> sign = Optional.empty();
        Set<Long> begun = new TreeSet<>();
        for (Map.Entry<TransactionId, Standing> now : after.entrySet()) {
            Standing then = before.get(now.getKey());
            if (then == null || beganAnew(then, now.getValue())) {
                begun.add(now.getKey().checkpoint());
                sign = Optional.of("transaction " + now.getKey() + " was begun");
            } else if (moved(then, now.getValue())) {
                sign = Optional.of("transaction " + now.getKey() + " was written to or committed");
            }
        }
        for (Map.Entry<TransactionId, Standing> then : before.entrySet()) {
            if (then.getValue().state() == TransactionState.ONGOING
                    && !after.containsKey(then.getKey())) {
                sign = Optional.of("transaction " + then.getKey() + " was committed");
            }
        }
        return new Progress(sign, begun);
    }

    private static boolean beganAnew(Standing then, Standing now) {
        boolean otherProducer = then.producer() != now.producer() || then.epoch() != now.epoch();
        return otherProducer && isHeld(now);
    }

    private static boolean moved(Standing then, Standing now) {
        return switch (now.state()) {
            case ONGOING ->
                    then.state() != TransactionState.ONGOING || now.written() > then.written();
            case PREPARE_COMMIT -> then.state() == TransactionState.ONGOING;
            default -> false;
        };
    }

    /** Whether a producer may be at it: a living job has one such transaction a writer, always. */
    static boolean isHeld(Standing standing) {
        return standing.state() == TransactionState.ONGOING
                || standing.state() == TransactionState.EMPTY;
    }
}
