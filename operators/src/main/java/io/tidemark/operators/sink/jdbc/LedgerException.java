package io.tidemark.operators.sink.jdbc;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says that the ledger and the job's state are at odds, so that going on would double or lose rows.
 * Trying again changes nothing, so Flink does not restart the job.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class LedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LedgerException(String message) {
        super(message);
    }
}
