package io.tidemark.system.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What this package says of the forms that state may take after others. */
class StateFormsTest {

    private static final String RECORD = "io.tidemark.system.upgrade.user.OrderTally$Tally";

    @Test
    void recordMayGetAComponentAndLoseIt(@TempDir Path directory) throws Exception {
        try (URLClassLoader old = CodeInJar.compiled("before", "OrderTally", directory).loader();
                URLClassLoader changed =
                        CodeInJar.compiled("after", "OrderTally", directory).loader()) {
            TypeInformation<?> three = TypeInformation.of(changed.loadClass(RECORD));
            TypeInformation<?> two = TypeInformation.of(old.loadClass(RECORD));

            assertThat(restoring(two, three).isCompatibleAfterMigration()).isTrue();
            assertThat(restoring(three, two).isCompatibleAfterMigration()).isTrue();
        }
    }

    @Test
    void tupleMayNot() throws Exception {
        TypeInformation<?> two = Types.TUPLE(Types.LONG, Types.LONG);
        TypeInformation<?> three = Types.TUPLE(Types.LONG, Types.LONG, Types.LONG);

        assertThat(restoring(two, two).isCompatibleAsIs()).isTrue();
        assertThat(restoring(two, three).isIncompatible()).isTrue();
    }

    @Test
    void numberMayNotBecomeARecord(@TempDir Path directory) throws Exception {
        try (URLClassLoader old = CodeInJar.compiled("before", "OrderTally", directory).loader()) {
            TypeInformation<?> two = TypeInformation.of(old.loadClass(RECORD));

            assertThat(restoring(Types.LONG, two).isIncompatible()).isTrue();
        }
    }

    /** Bytes have no other form than the version of what made them. */
    @Test
    void anotherVersionOfASerializerIsAnotherForm(@TempDir Path directory) throws Exception {
        ClassLoader classes = getClass().getClassLoader();
        Path kept = KeptSavepoint.all().resolve("orders-per-minute/1");
        CheckpointMetadata savepoint;
        try (InputStream metadata = Files.newInputStream(kept.resolve("_metadata"))) {
            savepoint =
                    Checkpoints.loadCheckpointMetadata(
                            new DataInputStream(metadata), classes, kept.toString());
        }
        Set<String> raised = new TreeSet<>();
        savepoint.getOperatorStates().forEach(operator -> raised.addAll(raiseVersions(operator)));
        try (OutputStream metadata = Files.newOutputStream(directory.resolve("_metadata"))) {
            Checkpoints.storeCheckpointMetadata(savepoint, metadata);
        }

        Map<String, String> before = StateForms.in(kept, classes);
        Map<String, String> after = StateForms.in(directory, classes);

        assertThat(after).hasSameSizeAs(before).containsKeys(raised.toArray(String[]::new));
        assertThat(raised)
                .contains(
                        "orders-source / enumerator",
                        "orders-source / SourceReaderState",
                        "results-sink / writer_raw_states")
                .isEqualTo(changed(before, after));
    }

    private static Set<String> changed(Map<String, String> before, Map<String, String> after) {
        Set<String> changed = new TreeSet<>();
        before.forEach(
                (state, form) -> {
                    if (!form.equals(after.get(state))) {
                        changed.add(state);
                    }
                });
        return changed;
    }

    /** Raises them in the bytes of the savepoint itself, and returns of what. */
    private static Set<String> raiseVersions(OperatorState operator) {
        String uid = operator.getOperatorUid().orElseThrow();
        Set<String> raised = new TreeSet<>();
        if (operator.getCoordinatorState() != null) {
            raise(operator.getCoordinatorState(), Integer.BYTES);
            raised.add(uid + " / enumerator");
        }
        for (OperatorSubtaskState subtask : operator.getStates()) {
            for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
                handle.getStateNameToPartitionOffsets()
                        .forEach(
                                (state, elements) -> {
                                    if (state.equals("SourceReaderState")
                                            || state.endsWith("_raw_states")) {
                                        for (long element : elements.getOffsets()) {
                                            raise(
                                                    handle.getDelegateStateHandle(),
                                                    element + Integer.BYTES);
                                        }
                                        raised.add(uid + " / " + state);
                                    }
                                });
            }
        }
        return raised;
    }

    private static void raise(StreamStateHandle bytes, long at) {
        ((ByteStreamStateHandle) bytes).getData()[(int) at + Integer.BYTES - 1]++;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Flink asks so about whatever it finds.
    private static TypeSerializerSchemaCompatibility<?> restoring(
            TypeInformation<?> stored, TypeInformation<?> asked) throws IOException {
        DataOutputSerializer savepoint = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(savepoint, snapshot(stored));
        ClassLoader now = asked.getTypeClass().getClassLoader();
        TypeSerializerSnapshot before =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(savepoint.getCopyOfBuffer()),
                        now == null ? StateFormsTest.class.getClassLoader() : now);
        return ((TypeSerializerSnapshot) snapshot(asked)).resolveSchemaCompatibility(before);
    }

    private static TypeSerializerSnapshot<?> snapshot(TypeInformation<?> type) {
        return type.createSerializer(new SerializerConfigImpl()).snapshotConfiguration();
    }
}
