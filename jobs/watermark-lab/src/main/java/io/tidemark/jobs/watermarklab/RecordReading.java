package io.tidemark.jobs.watermarklab;

import io.tidemark.operators.deadletter.DeadLetter;
import io.tidemark.operators.deadletter.Reason;
import io.tidemark.operators.disorder.Arrival;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.types.Either;

/**
 * Makes arrivals of what was read of a topic. The first dead letter of a reason in a partition
 * becomes an example of it: of several partitions it is not told which comes first.
 */
final class RecordReading implements MapFunction<Either<DeadLetter, Arrival>, Arrival> {

    private static final long serialVersionUID = 1L;

    private final Map<Integer, Set<Reason>> shown = new HashMap<>();

    @Override
    public Arrival map(Either<DeadLetter, Arrival> record) {
        return record.isRight() ? record.right() : rejected(record.left());
    }

    private Arrival rejected(DeadLetter letter) {
        int partition = letter.partition();
        Reason reason = letter.reason();
        boolean first =
                shown.computeIfAbsent(partition, none -> EnumSet.noneOf(Reason.class)).add(reason);
        return first
                ? Arrival.rejected(
                        partition,
                        reason.label(),
                        Example.ofRecord(partition, letter.offset(), letter.detail()))
                : Arrival.rejected(partition, reason.label());
    }
}
