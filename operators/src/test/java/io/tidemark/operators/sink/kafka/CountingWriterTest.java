package io.tidemark.operators.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.KafkaWriterState;
import org.apache.flink.connector.kafka.sink.TwoPhaseCommittingStatefulSink.PrecommittingStatefulSinkWriter;
import org.junit.jupiter.api.Test;

class CountingWriterTest {

    @Test
    void whatWasNotSentDoesNotTakeTheProcessWithItWhenTheWriterCloses() {
        Unsent unsent = new Unsent();

        assertThatCode(new CountingWriter<>(unsent)::close).doesNotThrowAnyException();

        assertThat(unsent.closed).isTrue();
    }

    /** Tells of what it could not send when it closes, as the connector's writers do. */
    private static final class Unsent
            implements PrecommittingStatefulSinkWriter<String, KafkaWriterState, KafkaCommittable> {

        private boolean closed;

        @Override
        public void write(String element, Context context) {}

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<KafkaCommittable> prepareCommit() {
            return List.of();
        }

        @Override
        public List<KafkaWriterState> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public void close() throws IOException {
            closed = true;
            throw new IOException("sends have met exceptions");
        }
    }
}
