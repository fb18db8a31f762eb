package io.tidemark.operators.sink.kafka;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says which transactions of a completed checkpoint are lost, with how many records, how that came
 * about, and what can be done. No restart of the job can heal it.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class LostTransactionsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LostTransactionsException(String message, Throwable cause) {
        super(message, cause);
    }
}
