package io.tidemark.system;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/** A source with a {@link Valve} in front of its readers; everything else is the source's own. */
final class ValvedSource<T, S extends SourceSplit, E>
        implements Source<T, S, E>, ResultTypeQueryable<T> {

    private static final long serialVersionUID = 1L;

    private final Source<T, S, E> source;
    private final int valve;

    private ValvedSource(Source<T, S, E> source, int valve) {
        this.source = source;
        this.valve = valve;
    }

    static <T, S extends SourceSplit, E> ValvedSource<T, S, E> of(
            Source<T, S, E> source, int valve) {
        return new ValvedSource<>(source, valve);
    }

    @Override
    public SourceReader<T, S> createReader(SourceReaderContext context) throws Exception {
        return new Reader<>(source.createReader(context), Valve.numbered(valve));
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SplitEnumerator<S, E> createEnumerator(SplitEnumeratorContext<S> context)
            throws Exception {
        return source.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<S, E> restoreEnumerator(SplitEnumeratorContext<S> context, E checkpoint)
            throws Exception {
        return source.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<S> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<E> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    @SuppressWarnings("unchecked") // Every Kafka source tells what it produces.
    public TypeInformation<T> getProducedType() {
        return ((ResultTypeQueryable<T>) source).getProducedType();
    }

    @SuppressWarnings("try") // Flink's readers may be interrupted when they close.
    private static final class Reader<T, S extends SourceSplit> implements SourceReader<T, S> {

        private final SourceReader<T, S> reader;
        private final Valve valve;
        private final TreeMap<Long, List<S>> splitsOfCheckpoints = new TreeMap<>();
        private @Nullable MeteredOutput<T> metered;

        Reader(SourceReader<T, S> reader, Valve valve) {
            this.reader = reader;
            this.valve = valve;
        }

        @Override
        public void start() {
            valve.readerOpened();
            reader.start();
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
            valve.throwIfDue();
            if (valve.isShut()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            MeteredOutput<T> through = metered;
            if (through == null || through.output != output) {
                through = new MeteredOutput<>(output, valve);
                metered = through;
            }
            return reader.pollNext(through);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            // Asked for before the look at the valve: if it opens in between, this one is complete.
            CompletableFuture<Void> opened = valve.opened();
            return valve.isShut() ? opened : reader.isAvailable();
        }

        @Override
        public void addSplits(List<S> splits) {
            reader.addSplits(splits);
            valve.partitionsGiven(splits.size());
        }

        @Override
        public List<S> snapshotState(long checkpointId) {
            List<S> splits = reader.snapshotState(checkpointId);
            splitsOfCheckpoints.put(checkpointId, splits);
            return splits;
        }

        @Override
        public void notifyNoMoreSplits() {
            reader.notifyNoMoreSplits();
        }

        @Override
        public void handleSourceEvents(SourceEvent event) {
            reader.handleSourceEvents(event);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            reader.notifyCheckpointComplete(checkpointId);
            for (S split : splitsOfCheckpoints.getOrDefault(checkpointId, List.of())) {
                if (split instanceof KafkaPartitionSplit position) {
                    valve.checkpointed(position.getTopicPartition(), position.getStartingOffset());
                }
            }
            splitsOfCheckpoints.headMap(checkpointId, true).clear();
        }

        @Override
        public void notifyCheckpointAborted(long checkpointId) throws Exception {
            reader.notifyCheckpointAborted(checkpointId);
        }

        @Override
        public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
            reader.pauseOrResumeSplits(pause, resume);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }

    private static class Metered<T> implements SourceOutput<T> {

        private final SourceOutput<T> output;
        final Valve valve;

        Metered(SourceOutput<T> output, Valve valve) {
            this.output = output;
            this.valve = valve;
        }

        @Override
        public void collect(T record) {
            if (valve.pass()) {
                output.collect(record);
            }
        }

        @Override
        public void collect(T record, long timestamp) {
            if (valve.pass()) {
                output.collect(record, timestamp);
            }
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            output.markIdle();
        }

        @Override
        public void markActive() {
            output.markActive();
        }
    }

    private static final class MeteredOutput<T> extends Metered<T> implements ReaderOutput<T> {

        final ReaderOutput<T> output;

        MeteredOutput(ReaderOutput<T> output, Valve valve) {
            super(output, valve);
            this.output = output;
        }

        @Override
        public SourceOutput<T> createOutputForSplit(String splitId) {
            return new Metered<>(output.createOutputForSplit(splitId), valve);
        }

        @Override
        public void releaseOutputForSplit(String splitId) {
            output.releaseOutputForSplit(splitId);
        }
    }
}
