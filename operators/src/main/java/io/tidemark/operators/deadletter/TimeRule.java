package io.tidemark.operators.deadletter;

import java.io.Serializable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a raw number of an event is read as its time, or refused: {@code
 * hygiene::millisOrThrow} of the watermark strategies' {@code EventTimeHygiene}, for {@link
 * RecordDecoder#checkingTimes}.
 */
@FunctionalInterface
public interface TimeRule extends Serializable {

    /**
     * Reads a time of an event as it is written there, in whatever unit, or {@code null}.
     *
     * @param <T> the type of the events
     */
    @FunctionalInterface
    interface RawTimeOf<T> extends Serializable {

        /** The number; {@code null} if the event has no time. */
        @Nullable Long of(T event);
    }

    /**
     * Gives an event another time.
     *
     * @param <T> the type of the events
     */
    @FunctionalInterface
    interface WithTime<T> extends Serializable {

        /** The event with the given time, epoch milliseconds. */
        T set(T event, long millis);
    }

    /**
     * The time that a number stands for, epoch milliseconds.
     *
     * @param raw the number; {@code null} if there is none
     * @param refusal makes the rejection, of the name of a reason (MISSING, SMALLEST_NUMBER,
     *     LARGEST_NUMBER, ZERO, NEGATIVE, SECONDS, MICROSECONDS, NANOSECONDS, TOO_EARLY, TOO_LATE)
     *     and of what is wrong and what to do about it, in one sentence
     * @throws RejectedRecordException if the number is no time; it is the one that {@code refusal}
     *     made
     */
    long millis(@Nullable Long raw, BiFunction<String, String, RejectedRecordException> refusal)
            throws RejectedRecordException;
}
