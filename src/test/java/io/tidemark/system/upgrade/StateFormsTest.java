package io.tidemark.system.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
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
