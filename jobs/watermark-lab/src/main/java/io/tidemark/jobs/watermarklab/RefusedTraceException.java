package io.tidemark.jobs.watermarklab;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Says that a trace is not one that the lab can study, and what to do. The job fails at once: to
 * start again and read as far as that would change nothing.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class RefusedTraceException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusedTraceException(String message) {
        super(message);
    }
}
