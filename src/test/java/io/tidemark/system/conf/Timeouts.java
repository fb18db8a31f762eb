package io.tidemark.system.conf;

import static org.apache.flink.configuration.CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT;
import static org.apache.flink.configuration.CheckpointingOptions.CHECKPOINTING_INTERVAL;
import static org.apache.flink.configuration.CheckpointingOptions.CHECKPOINTING_TIMEOUT;
import static org.apache.flink.configuration.CheckpointingOptions.ENABLE_UNALIGNED;
import static org.apache.flink.configuration.CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS;
import static org.apache.flink.configuration.CheckpointingOptions.TOLERABLE_FAILURE_NUMBER;
import static org.apache.flink.configuration.HeartbeatManagerOptions.HEARTBEAT_INTERVAL;
import static org.apache.flink.configuration.HeartbeatManagerOptions.HEARTBEAT_RPC_FAILURE_THRESHOLD;
import static org.apache.flink.configuration.HeartbeatManagerOptions.HEARTBEAT_TIMEOUT;
import static org.apache.flink.configuration.HighAvailabilityOptions.ZOOKEEPER_CONNECTION_TIMEOUT;
import static org.apache.flink.configuration.HighAvailabilityOptions.ZOOKEEPER_SESSION_TIMEOUT;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY;

import io.tidemark.jobs.cli.KafkaJobOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobmanager.HighAvailabilityMode;

/** Which durations of a profile must fit each other, and whether they do. */
final class Timeouts {

    private final Configuration settings;
    private final List<String> problems = new ArrayList<>();

    private Timeouts(Configuration settings) {
        this.settings = settings;
    }

    /**
     * What does not fit; empty if all does.
     *
     * @param zooKeeper settings of the profile's own ZooKeeper server, if it has one
     * @param job the options of a job that was given none for its transactions
     * @param longestTransaction what a broker allows by default
     */
    static List<String> problems(
            Configuration settings,
            Properties zooKeeper,
            KafkaJobOptions job,
            Duration longestTransaction) {
        Timeouts timeouts = new Timeouts(settings);
        timeouts.checkpoints();
        timeouts.heartbeats();
        timeouts.restarts();
        if (timeouts.isHighlyAvailable()) {
            timeouts.sessions(Duration.ofMillis(Long.parseLong(zooKeeper.getProperty("tickTime"))));
        }
        timeouts.transactions(job, longestTransaction);
        return timeouts.problems;
    }

    private void checkpoints() {
        ordered(MIN_PAUSE_BETWEEN_CHECKPOINTS, CHECKPOINTING_INTERVAL);
        if (settings.get(ENABLE_UNALIGNED)) {
            ordered(ALIGNED_CHECKPOINT_TIMEOUT, CHECKPOINTING_TIMEOUT);
        }
    }

    private void heartbeats() {
        require(
                get(HEARTBEAT_INTERVAL).multipliedBy(3).compareTo(get(HEARTBEAT_TIMEOUT)) <= 0,
                "fewer than three heartbeats fit " + HEARTBEAT_TIMEOUT.key());
    }

    private void restarts() {
        if (isExponential()) {
            ordered(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF,
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF);
            ordered(
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF,
                    RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD);
        }
    }

    /** What ZooKeeper grants, and what must be over before somebody else gives up. */
    private void sessions(Duration tick) {
        Duration session = get(ZOOKEEPER_SESSION_TIMEOUT);
        require(
                session.compareTo(tick.multipliedBy(2)) >= 0
                        && session.compareTo(tick.multipliedBy(20)) <= 0,
                ZOOKEEPER_SESSION_TIMEOUT.key()
                        + " is not granted: it is no 2 to 20 times a tick of "
                        + tick);
        ordered(ZOOKEEPER_CONNECTION_TIMEOUT, ZOOKEEPER_SESSION_TIMEOUT);
        ordered(ZOOKEEPER_SESSION_TIMEOUT, TaskManagerOptions.REGISTRATION_TIMEOUT);
    }

    /**
     * A transaction begins with the barrier of a checkpoint, which may then take its whole timeout;
     * it ends with the next that succeeds, as late as the failures before it and its own timeout
     * let it, and may have to wait through a restart.
     */
    private void transactions(KafkaJobOptions job, Duration longestTransaction) {
        Duration died =
                min(
                        get(HEARTBEAT_TIMEOUT),
                        get(HEARTBEAT_INTERVAL)
                                .multipliedBy(settings.get(HEARTBEAT_RPC_FAILURE_THRESHOLD) + 1L));
        require(
                died.plus(leaderChange()).plus(firstPause()).compareTo(job.restartAllowance()) <= 0,
                "a dead process is noticed after "
                        + died
                        + " and restarted beyond the allowance of "
                        + job.restartAllowance());

        Duration hung = get(HEARTBEAT_TIMEOUT).plus(leaderChange()).plus(longestPause());
        Duration slowest = get(CHECKPOINTING_TIMEOUT);
        Duration open = Duration.ZERO;
        // That in which it begins, those that fail, and between two the pause or the interval.
        for (int checkpoint = 0;
                checkpoint <= settings.get(TOLERABLE_FAILURE_NUMBER);
                checkpoint++) {
            Duration next = open.plus(slowest).plus(get(MIN_PAUSE_BETWEEN_CHECKPOINTS));
            open = max(next, open.plus(get(CHECKPOINTING_INTERVAL)));
        }
        open = open.plus(slowest).plus(max(job.restartAllowance(), hung));
        require(
                open.compareTo(job.transactionTimeout()) <= 0,
                "a transaction may be open for "
                        + open
                        + ", but the broker aborts it after "
                        + job.transactionTimeout());
        require(
                job.transactionTimeout().compareTo(longestTransaction) <= 0,
                "no broker allows a transaction of " + job.transactionTimeout());
    }

    private Duration leaderChange() {
        return isHighlyAvailable() ? get(ZOOKEEPER_SESSION_TIMEOUT) : Duration.ZERO;
    }

    private boolean isHighlyAvailable() {
        return settings.get(HighAvailabilityOptions.HA_MODE)
                .equalsIgnoreCase(HighAvailabilityMode.ZOOKEEPER.name());
    }

    private Duration firstPause() {
        return get(
                isExponential()
                        ? RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF
                        : RESTART_STRATEGY_FIXED_DELAY_DELAY);
    }

    private Duration longestPause() {
        return get(
                isExponential()
                        ? RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF
                        : RESTART_STRATEGY_FIXED_DELAY_DELAY);
    }

    private boolean isExponential() {
        return settings.get(RestartStrategyOptions.RESTART_STRATEGY).equals("exponential-delay");
    }

    private Duration get(ConfigOption<Duration> option) {
        return settings.get(option);
    }

    private void ordered(ConfigOption<Duration> shorter, ConfigOption<Duration> longer) {
        require(
                get(shorter).compareTo(get(longer)) < 0,
                "%s=%s is not below %s=%s"
                        .formatted(shorter.key(), get(shorter), longer.key(), get(longer)));
    }

    private void require(boolean fits, String problem) {
        if (!fits) {
            problems.add(problem);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
