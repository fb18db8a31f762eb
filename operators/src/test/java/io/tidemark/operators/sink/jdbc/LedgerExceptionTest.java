package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.junit.jupiter.api.Test;

class LedgerExceptionTest {

    @Test
    void noRestartReconcilesStateAndLedger() {
        assertThat(ThrowableClassifier.getThrowableType(new LedgerException("")))
                .isEqualTo(ThrowableType.NonRecoverableError);
    }
}
