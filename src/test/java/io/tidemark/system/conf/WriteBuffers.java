package io.tidemark.system.conf;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/** Whether RocksDB's write buffer fits the memory that a slot gives it. */
final class WriteBuffers {

    private WriteBuffers() {}

    /** Where it does not, RocksDB flushes again and again, long before a buffer is full. */
    static List<String> problems(Configuration settings) {
        List<String> problems = new ArrayList<>();
        if (!settings.get(RocksDBOptions.USE_MANAGED_MEMORY)) {
            problems.add("the memory of RocksDB is not that of the slot");
        }
        long slot =
                TaskExecutorProcessUtils.processSpecFromConfig(settings)
                                .getManagedMemorySize()
                                .getBytes()
                        / settings.get(TaskManagerOptions.NUM_TASK_SLOTS);
        // RocksDB counts a flushing buffer half, and begins to flush at seven eighths.
        double forWrites = slot * settings.get(RocksDBOptions.WRITE_BUFFER_RATIO) * 2 / 3 * 7 / 8;
        long buffer = settings.get(RocksDBConfigurableOptions.WRITE_BUFFER_SIZE).getBytes();
        if (buffer >= forWrites) {
            problems.add(
                    "a write buffer of %d bytes is more than the %.0f that a slot has for writes"
                            .formatted(buffer, forWrites));
        }
        return problems;
    }
}
