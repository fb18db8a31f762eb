package io.tidemark.operators.sink.kafka;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says that a job was restored from a checkpoint after which its records are visible already: they
 * would be written twice. No restart of the job can heal it.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class OlderCheckpointException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OlderCheckpointException(String message) {
        super(message);
    }
}
