package io.tidemark.operators.testing;

import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;

/** The environment of a subtask whose operator's metrics a test can read. */
public final class InterceptedMetrics {

    private InterceptedMetrics() {}

    /**
     * An environment whose operator registers its metrics in the given group: of a job that has one
     * subtask and one key group.
     */
    public static MockEnvironment environment(InterceptingOperatorMetricGroup metrics) {
        return builder(metrics).build();
    }

    /** The environment of one of several subtasks, and of as many key groups as Flink's default. */
    public static MockEnvironment environment(
            InterceptingOperatorMetricGroup metrics, int parallelism, int subtask) {
        return environment(metrics, new JobID(), parallelism, subtask);
    }

    /** The environment of one of several subtasks of the given job. */
    public static MockEnvironment environment(
            InterceptingOperatorMetricGroup metrics, JobID job, int parallelism, int subtask) {
        return builder(metrics)
                .setJobID(job)
                .setMaxParallelism(128)
                .setParallelism(parallelism)
                .setSubtaskIndex(subtask)
                .build();
    }

    private static MockEnvironmentBuilder builder(InterceptingOperatorMetricGroup metrics) {
        return new MockEnvironmentBuilder()
                .setMetricGroup(
                        new InterceptingTaskMetricGroup() {
                            @Override
                            public InternalOperatorMetricGroup getOrAddOperator(
                                    OperatorID id, String name, Map<String, String> variables) {
                                return metrics;
                            }
                        });
    }
}
