package io.tidemark.jobs.ordersperminute;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** What the job refuses before it asks any broker. */
class OrdersPerMinuteJobTest {

    private final Configuration flink = new Configuration();

    @Test
    void refusesBatchMode() {
        flink.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        assertRefused("execution.runtime-mode=BATCH", "Set STREAMING");
    }

    @Test
    void refusesCheckpointsWhoseStateIsAheadOfTheirOffsets() {
        flink.set(
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE,
                CheckpointingMode.AT_LEAST_ONCE);
        assertRefused("execution.checkpointing.mode=AT_LEAST_ONCE", "Set EXACTLY_ONCE");
    }

    private void assertRefused(String... quoted) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        assertThatThrownBy(() -> OrdersPerMinuteJob.JOB.build(env, "--delivery=at-least-once"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(quoted);
    }
}
