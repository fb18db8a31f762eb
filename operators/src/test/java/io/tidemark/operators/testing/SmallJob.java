package io.tidemark.operators.testing;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** A job of some seconds over numbers that count up, which checkpoints five times a second. */
public final class SmallJob {

    private static final double NUMBERS_PER_SECOND = 2_000;

    private SmallJob() {}

    /**
     * Where the job is built.
     *
     * @param savepoint to start from, or null
     */
    public static StreamExecutionEnvironment environment(
            int parallelism, @Nullable String savepoint) {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        settings.set(PipelineOptions.GENERIC_TYPES, false);
        settings.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
        settings.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        if (savepoint != null) {
            settings.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(parallelism);
        return env;
    }

    /** The numbers from 0 to one below the end, with a {@link FailOnce} behind. */
    public static SingleOutputStreamOperator<Long> numbers(
            StreamExecutionEnvironment env, long end) {
        return env.fromSource(
                        new DataGeneratorSource<>(
                                n -> n,
                                end,
                                RateLimiterStrategy.perSecond(NUMBERS_PER_SECOND),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(new FailOnce())
                .returns(Types.LONG)
                .uid("fail-once");
    }
}
