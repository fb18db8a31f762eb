package io.tidemark.system.upgrade;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer.BytePrimitiveArraySerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorBackendSerializationProxy;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.BackendStateType;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import org.jspecify.annotations.Nullable;

/**
 * In which form each state of a job is written in a savepoint: {@code record} for what Flink reads
 * by the names of its components, {@code layout} for what has a serializer of ours with a version,
 * else the type as Flink calls it, each with what is nested in it. Behind it stands a fingerprint
 * of all that the savepoint remembers of the form, down to the components of records. Of the bytes
 * of sources, enumerators, writers and committers, {@code version} is that of the serializer that
 * made them.
 *
 * <p>Left out are timers, whose form is Flink's, and what stands within a committer's bytes: no
 * transaction is left in a savepoint that is kept.
 */
final class StateForms {

    /** Flink's names of the bytes that have the version of their serializer before them. */
    private static final Set<String> VERSIONED =
            Set.of("SourceReaderState", "writer_raw_states", "streaming_committer_raw_states");

    private final ClassLoader classes;
    private final Map<String, String> forms = new TreeMap<>();

    private StateForms(ClassLoader classes) {
        this.classes = classes;
    }

    /** By operator and name of the state, those of the savepoint in the given directory. */
    static Map<String, String> in(Path savepoint, ClassLoader classes) throws IOException {
        StateForms forms = new StateForms(classes);
        try (DataInputStream metadata =
                new DataInputStream(Files.newInputStream(savepoint.resolve("_metadata")))) {
            for (OperatorState operator :
                    Checkpoints.loadCheckpointMetadata(metadata, classes, savepoint.toString())
                            .getOperatorStates()) {
                String uid = operator.getOperatorUid().orElse(operator.getOperatorID().toString());
                for (OperatorSubtaskState subtask : operator.getStates()) {
                    forms.add(uid, subtask);
                }
                forms.addEnumerator(uid, operator.getCoordinatorState());
            }
        }
        return forms.forms;
    }

    private void add(String uid, OperatorSubtaskState subtask) throws IOException {
        for (KeyedStateHandle handle : subtask.getManagedKeyedState()) {
            try (FSDataInputStream state = ((KeyGroupsStateHandle) handle).openInputStream()) {
                KeyedBackendSerializationProxy<?> proxy =
                        new KeyedBackendSerializationProxy<>(classes);
                proxy.read(new DataInputViewStreamWrapper(state));
                add(uid, proxy.getStateMetaInfoSnapshots());
            }
        }
        for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
            try (FSDataInputStream state = handle.openInputStream()) {
                OperatorBackendSerializationProxy proxy =
                        new OperatorBackendSerializationProxy(classes);
                proxy.read(new DataInputViewStreamWrapper(state));
                add(uid, proxy.getOperatorStateMetaInfoSnapshots());
                add(uid, proxy.getBroadcastStateMetaInfoSnapshots());
                addVersions(uid, handle, state);
            }
        }
    }

    /** Of each element there is its length, the version, and what the serializer made. */
    private void addVersions(String uid, OperatorStateHandle handle, FSDataInputStream state)
            throws IOException {
        for (Map.Entry<String, OperatorStateHandle.StateMetaInfo> list :
                handle.getStateNameToPartitionOffsets().entrySet()) {
            if (VERSIONED.contains(list.getKey())) {
                for (long element : list.getValue().getOffsets()) {
                    state.seek(element + Integer.BYTES);
                    addVersion(uid + " / " + list.getKey(), new DataInputStream(state).readInt());
                }
            }
        }
    }

    /** A version of Flink's own stands before that of the enumerator. */
    private void addEnumerator(String uid, @Nullable ByteStreamStateHandle enumerator)
            throws IOException {
        if (enumerator != null) {
            try (DataInputStream state = new DataInputStream(enumerator.openInputStream())) {
                addVersion(uid + " / coordinator", state.readInt());
                addVersion(uid + " / enumerator", state.readInt());
            }
        }
    }

    private void addVersion(String state, int version) {
        forms.merge(
                state,
                "version " + version,
                (one, other) -> one.equals(other) ? one : one + ", " + other);
    }

    private void add(String uid, Iterable<StateMetaInfoSnapshot> states) throws IOException {
        for (StateMetaInfoSnapshot state : states) {
            TypeSerializerSnapshot<?> values =
                    state.getTypeSerializerSnapshot(CommonSerializerKeys.VALUE_SERIALIZER);
            if (state.getBackendStateType() != BackendStateType.PRIORITY_QUEUE
                    && !(values instanceof BytePrimitiveArraySerializerSnapshot)) {
                forms.put(uid + " / " + state.getName(), form(values) + " #" + fingerprint(values));
            }
        }
    }

    private static String form(TypeSerializerSnapshot<?> snapshot) {
        String nested =
                snapshot instanceof CompositeTypeSerializerSnapshot<?, ?> composite
                        ? Arrays.stream(composite.getNestedSerializerSnapshots())
                                .map(StateForms::form)
                                .collect(Collectors.joining(", ", "(", ")"))
                        : "";
        return kind(snapshot) + nested;
    }

    private static String kind(TypeSerializerSnapshot<?> snapshot) {
        if (snapshot instanceof PojoSerializerSnapshot<?>) {
            return "record";
        }
        Class<?> type = snapshot.getClass();
        return type.getName().startsWith("io.tidemark.")
                ? "layout"
                : type.getSimpleName().replaceFirst("Serializer(Config)?Snapshot$", "");
    }

    private static String fingerprint(TypeSerializerSnapshot<?> snapshot) throws IOException {
        DataOutputSerializer bytes = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(bytes, snapshot);
        return "%08x".formatted(Arrays.hashCode(bytes.getCopyOfBuffer()));
    }
}
