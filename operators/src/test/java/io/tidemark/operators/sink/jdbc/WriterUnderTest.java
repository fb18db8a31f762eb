package io.tidemark.operators.sink.jdbc;

import io.tidemark.operators.testing.InterceptedMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** One subtask of a sink that commits nothing, in Flink's own operator. */
final class WriterUnderTest<T> implements AutoCloseable {

    private final OneInputStreamOperatorTestHarness<T, CommittableMessage<Void>> harness;

    private final InterceptingOperatorMetricGroup metrics;

    private WriterUnderTest(
            OneInputStreamOperatorTestHarness<T, CommittableMessage<Void>> harness,
            InterceptingOperatorMetricGroup metrics) {
        this.harness = harness;
        this.metrics = metrics;
    }

    static <T> WriterUnderTest<T> of(Sink<T> sink, int parallelism, int subtask) throws Exception {
        InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
        OneInputStreamOperatorTestHarness<T, CommittableMessage<Void>> harness =
                new OneInputStreamOperatorTestHarness<>(
                        new SinkWriterOperatorFactory<T, Void>(sink),
                        InterceptedMetrics.environment(metrics, parallelism, subtask));
        harness.open();
        return new WriterUnderTest<>(harness, metrics);
    }

    void write(T element) throws Exception {
        harness.processElement(element, 0);
    }

    /** What happens at a checkpoint. */
    void checkpoint(long id) throws Exception {
        harness.prepareSnapshotPreBarrier(id);
        harness.snapshot(id, 0);
    }

    void advanceClock(long millis) throws Exception {
        harness.setProcessingTime(harness.getProcessingTime() + millis);
    }

    long counter(String name) {
        return ((Counter) metrics.get(name)).getCount();
    }

    /** Writes all elements by so many subtasks at once, each the elements that fall to it. */
    static <T> void writeAll(Sink<T> sink, int parallelism, List<T> elements) throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        CountDownLatch opened = new CountDownLatch(parallelism);
        for (int subtask = 0; subtask < parallelism; subtask++) {
            int mine = subtask;
            Thread thread =
                    new Thread(
                            () -> {
                                try (WriterUnderTest<T> writer = of(sink, parallelism, mine)) {
                                    opened.countDown();
                                    opened.await();
                                    for (int i = mine; i < elements.size(); i += parallelism) {
                                        writer.write(elements.get(i));
                                    }
                                    writer.checkpoint(1);
                                } catch (Throwable failed) {
                                    opened.countDown();
                                    synchronized (failures) {
                                        failures.add(failed);
                                    }
                                }
                            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("a writer failed", failures.get(0));
        }
    }

    @Override
    public void close() throws Exception {
        // A harness leaves an environment that it was given, and its threads, to the giver.
        try (MockEnvironment given = harness.getEnvironment()) {
            harness.close();
        }
    }
}
