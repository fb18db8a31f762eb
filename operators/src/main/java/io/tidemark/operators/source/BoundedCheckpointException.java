package io.tidemark.operators.source;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says that a source without an end was restored from a checkpoint of one that had one. No restart
 * of the job can heal it.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class BoundedCheckpointException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    BoundedCheckpointException(String message) {
        super(message);
    }
}
