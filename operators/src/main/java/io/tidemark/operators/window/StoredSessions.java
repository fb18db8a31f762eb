package io.tidemark.operators.window;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What the backend keeps of a key with sessions. Nobody changes it any more.
 *
 * @param times due, noted, through, early due, as {@link SessionKey} has them
 * @param sessions the sessions that may still change, in order
 * @param <A> the type of the accumulators
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, only written and read.
record StoredSessions<A>(long[] times, Session<A>[] sessions) {

    private static final int HAS_CONTENT = 1;
    private static final int CHANGED = 2;

    private void write(DataOutputView target, TypeSerializer<A> serializer) throws IOException {
        Numbers.writeSorted(times, target);
        Numbers.write(sessions.length, target);
        long before = 0;
        for (Session<A> session : sessions) {
            Numbers.write(session.start - before, target);
            Numbers.write(session.end - session.start, target);
            before = session.end;
            target.writeByte(
                    (session.content == null ? 0 : HAS_CONTENT) | (session.changed ? CHANGED : 0));
            if (session.content != null) {
                serializer.serialize(session.content, target);
            }
            writeRows(session, target, serializer);
        }
    }

    private static <A> void writeRows(
            Session<A> session, DataOutputView target, TypeSerializer<A> serializer)
            throws IOException {
        Numbers.write(session.rows(), target);
        for (Session.Sent<A> row = session.sent; row != null; row = row.before) {
            Numbers.write(row.start - session.start, target);
            Numbers.write(row.end - session.end, target);
            Numbers.write(row.pane.sent, target);
            target.writeBoolean(row.pane.kept != null);
            if (row.pane.kept != null) {
                serializer.serialize(row.pane.kept, target);
            }
        }
    }

    private static <A> StoredSessions<A> read(DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        long[] times = Numbers.read(source);
        Session<A>[] sessions = SessionKey.array((int) Numbers.readOne(source));
        long before = 0;
        for (int i = 0; i < sessions.length; i++) {
            long start = before + Numbers.readOne(source);
            Session<A> session = new Session<>(start, start + Numbers.readOne(source));
            before = session.end;
            int flags = source.readByte();
            session.changed = (flags & CHANGED) != 0;
            if ((flags & HAS_CONTENT) != 0) {
                session.content = serializer.deserialize(source);
            }
            readRows(session, source, serializer);
            sessions[i] = session;
        }
        return new StoredSessions<>(times, sessions);
    }

    private static <A> void readRows(
            Session<A> session, DataInputView source, TypeSerializer<A> serializer)
            throws IOException {
        long rows = Numbers.readOne(source);
        Session.@Nullable Sent<A> last = null;
        for (long i = 0; i < rows; i++) {
            long start = session.start + Numbers.readOne(source);
            long end = session.end + Numbers.readOne(source);
            Pane<A> pane = new Pane<>();
            pane.sent = (int) Numbers.readOne(source);
            if (source.readBoolean()) {
                pane.kept = serializer.deserialize(source);
            }
            Session.Sent<A> row = new Session.Sent<>(start, end, pane, null);
            if (last == null) {
                session.sent = row;
            } else {
                last.before = row;
            }
            last = row;
        }
    }

    /** The serializer. */
    static final class Serializer<A> extends LayoutSerializer<A, StoredSessions<A>> {

        private static final long serialVersionUID = 1L;

        Serializer(TypeSerializer<A> nested) {
            super(nested);
        }

        @Override
        Serializer<A> around(TypeSerializer<A> other) {
            return new Serializer<>(other);
        }

        @Override
        public void serialize(StoredSessions<A> sessions, DataOutputView target)
                throws IOException {
            sessions.write(target, nested);
        }

        @Override
        public StoredSessions<A> deserialize(DataInputView source) throws IOException {
            return read(source, nested);
        }

        @Override
        public TypeSerializerSnapshot<StoredSessions<A>> snapshotConfiguration() {
            return new Snapshot<>(this);
        }
    }

    /** The name of this class stands in savepoints. */
    public static final class Snapshot<A>
            extends LayoutSerializer.LayoutSnapshot<A, StoredSessions<A>, Serializer<A>> {

        /** For Flink, which then reads the snapshot. */
        public Snapshot() {}

        Snapshot(Serializer<A> serializer) {
            super(serializer);
        }

        @Override
        Serializer<A> around(TypeSerializer<A> nested) {
            return new Serializer<>(nested);
        }
    }
}
