package io.tidemark.operators.source;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says that the log no longer holds, or does not hold yet, what a checkpoint has still to read. No
 * restart of the job can heal it.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class MissingLogRangeException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    MissingLogRangeException(String message) {
        super(message);
    }
}
