/**
 * Dead letters: records that cannot be read, or cannot be right, leave the stream with their
 * coordinates instead of stopping it.
 *
 * <p><b>Guarantee.</b> Reading never throws on data. Every record of the log becomes exactly one of
 * two things: an event, or a {@link io.tidemark.operators.deadletter.DeadLetter} that says where it
 * lies (topic, partition, offset), what is wrong with it and what it was, byte for byte up to a
 * cap. Errors that are not the record's (a bug, no memory) still fail the job.
 *
 * <p>Numbers that are no plausible event times leave the same way: {@link
 * io.tidemark.operators.deadletter.RecordDecoder#checkingTimes checkingTimes} asks a {@link
 * io.tidemark.operators.deadletter.TimeRule}, for example {@code hygiene::millisOrThrow} of the
 * watermark strategies' {@code EventTimeHygiene}, and each reason to refuse a time is a reason of a
 * dead letter.
 *
 * <p><b>State.</b> The count of rejected records, for the ledger. <b>Cost.</b> One pass of a
 * streaming JSON parser over each record; a rejected one costs a copy of its first bytes.
 *
 * <p><b>Lateness.</b> A dead letter has no event time and moves no watermark. <b>Restore.</b> The
 * log is read again from the checkpointed offset, so the same records are rejected for the same
 * reasons.
 *
 * <p>Data flow: {@code log → DeadLetteringDeserializer (a RecordDecoder, often over JsonFields) →
 * Either<DeadLetter, T> → DeadLetters.split → events | dead letters}.
 */
@NullMarked
package io.tidemark.operators.deadletter;

import org.jspecify.annotations.NullMarked;
