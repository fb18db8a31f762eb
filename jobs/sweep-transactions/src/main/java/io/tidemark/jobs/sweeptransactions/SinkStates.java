package io.tidemark.jobs.sweeptransactions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;

/**
 * What the sinks in a checkpoint keep, as Flink's own reader gives it: bytes, whose form is that of
 * each sink's version.
 *
 * <p>The names of the states are those of Flink's operators for writers and committers. Only states
 * of that name are opened: others may need classes of the job, which are not here.
 */
final class SinkStates {

    private static final List<String> NAMES =
            List.of("streaming_committer_raw_states", "writer_raw_states");

    private SinkStates() {}

    /**
     * All of them, of all sinks and subtasks.
     *
     * @throws IOException if a file of the checkpoint can't be read
     */
    static List<byte[]> in(CheckpointMetadata checkpoint) throws IOException {
        List<byte[]> states = new ArrayList<>();
        for (OperatorState operator : checkpoint.getOperatorStates()) {
            for (OperatorSubtaskState subtask : operator.getStates()) {
                List<OperatorStateHandle> handles = new ArrayList<>();
                for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
                    if (NAMES.stream()
                            .anyMatch(handle.getStateNameToPartitionOffsets()::containsKey)) {
                        handles.add(handle);
                    }
                }
                if (!handles.isEmpty()) {
                    read(handles, states);
                }
            }
        }
        return states;
    }

    private static void read(List<OperatorStateHandle> handles, List<byte[]> states)
            throws IOException {
        try (CloseableRegistry streams = new CloseableRegistry();
                DefaultOperatorStateBackend reader =
                        new DefaultOperatorStateBackendBuilder(
                                        SinkStates.class.getClassLoader(),
                                        new ExecutionConfig(),
                                        false,
                                        handles,
                                        streams)
                                .build()) {
            for (String name : NAMES) {
                if (reader.getRegisteredStateNames().contains(name)) {
                    reader.getListState(
                                    new ListStateDescriptor<>(
                                            name, BytePrimitiveArraySerializer.INSTANCE))
                            .get()
                            .forEach(states::add);
                }
            }
        } catch (IOException | RuntimeException unreadable) {
            throw unreadable;
        } catch (Exception unreadable) {
            throw new IOException(unreadable);
        }
    }
}
