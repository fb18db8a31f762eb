package io.tidemark.system.fault;

import java.util.List;
import java.util.concurrent.Executor;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.runtime.blob.BlobUtils;
import org.apache.flink.runtime.checkpoint.CheckpointIDCounter;
import org.apache.flink.runtime.checkpoint.CheckpointRecoveryFactory;
import org.apache.flink.runtime.checkpoint.CheckpointsCleaner;
import org.apache.flink.runtime.checkpoint.CompletedCheckpoint;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStore;
import org.apache.flink.runtime.highavailability.HighAvailabilityServices;
import org.apache.flink.runtime.highavailability.HighAvailabilityServicesFactory;
import org.apache.flink.runtime.highavailability.zookeeper.CuratorFrameworkWithUnhandledErrorListener;
import org.apache.flink.runtime.highavailability.zookeeper.ZooKeeperLeaderElectionHaServices;
import org.apache.flink.runtime.rpc.FatalErrorHandler;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.SharedStateRegistryFactory;
import org.apache.flink.runtime.util.ZooKeeperUtils;
import org.jspecify.annotations.Nullable;

/**
 * Flink's high availability by ZooKeeper, with a {@link Point} on each side of the moment at which
 * a checkpoint becomes durable.
 */
public final class FaultyHighAvailability implements HighAvailabilityServicesFactory {

    @Override
    public HighAvailabilityServices createHAServices(Configuration configuration, Executor executor)
            throws Exception {
        // A JobManager without ZooKeeper is to be gone, as Flink's own would be.
        FatalErrorHandler fatal = error -> Runtime.getRuntime().halt(239);
        return new Services(
                ZooKeeperUtils.startCuratorFramework(configuration, fatal),
                configuration,
                executor);
    }

    private static final class Services extends ZooKeeperLeaderElectionHaServices {

        Services(
                CuratorFrameworkWithUnhandledErrorListener curator,
                Configuration configuration,
                Executor executor)
                throws Exception {
            super(
                    curator,
                    configuration,
                    executor,
                    BlobUtils.createBlobStoreFromConfig(configuration));
        }

        @Override
        public CheckpointRecoveryFactory createCheckpointRecoveryFactory() throws Exception {
            return new Recovery(super.createCheckpointRecoveryFactory());
        }
    }

    private record Recovery(CheckpointRecoveryFactory inner) implements CheckpointRecoveryFactory {

        @Override
        public CompletedCheckpointStore createRecoveredCompletedCheckpointStore(
                JobID job,
                int retained,
                SharedStateRegistryFactory registry,
                Executor executor,
                RecoveryClaimMode mode)
                throws Exception {
            return new Store(
                    inner.createRecoveredCompletedCheckpointStore(
                            job, retained, registry, executor, mode));
        }

        @Override
        public CheckpointIDCounter createCheckpointIDCounter(JobID job) throws Exception {
            return inner.createCheckpointIDCounter(job);
        }
    }

    private record Store(CompletedCheckpointStore inner) implements CompletedCheckpointStore {

        @Override
        public @Nullable CompletedCheckpoint addCheckpointAndSubsumeOldestOne(
                CompletedCheckpoint checkpoint, CheckpointsCleaner cleaner, Runnable postCleanup)
                throws Exception {
            Faults.reach(Point.ACKNOWLEDGED, Faults.ANY);
            CompletedCheckpoint subsumed =
                    inner.addCheckpointAndSubsumeOldestOne(checkpoint, cleaner, postCleanup);
            Faults.reach(Point.DURABLE, Faults.ANY);
            return subsumed;
        }

        @Override
        public void shutdown(JobStatus status, CheckpointsCleaner cleaner) throws Exception {
            inner.shutdown(status, cleaner);
        }

        @Override
        public List<CompletedCheckpoint> getAllCheckpoints() {
            return inner.getAllCheckpoints();
        }

        @Override
        public int getNumberOfRetainedCheckpoints() {
            return inner.getNumberOfRetainedCheckpoints();
        }

        @Override
        public int getMaxNumberOfRetainedCheckpoints() {
            return inner.getMaxNumberOfRetainedCheckpoints();
        }

        @Override
        public boolean requiresExternalizedCheckpoints() {
            return inner.requiresExternalizedCheckpoints();
        }

        @Override
        public SharedStateRegistry getSharedStateRegistry() {
            return inner.getSharedStateRegistry();
        }
    }
}
