package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.runtime.throwable.ThrowableClassifier;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.junit.jupiter.api.Test;

class OlderCheckpointExceptionTest {

    @Test
    void noRestartMakesTheCheckpointNewer() {
        assertThat(ThrowableClassifier.getThrowableType(new OlderCheckpointException("")))
                .isEqualTo(ThrowableType.NonRecoverableError);
    }
}
