package io.tidemark.bench.windows;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Runs an engine on a case and measures it. */
final class Trials {

    private final WindowCluster cluster;
    private final Inputs inputs;
    private final Effort effort;
    private int runs;

    Trials(WindowCluster cluster, Inputs inputs, Effort effort) {
        this.cluster = cluster;
        this.inputs = inputs;
        this.effort = effort;
    }

    Measurement run(WindowCase windowCase, Backend backend, Engine engine) throws Exception {
        System.gc();
        boolean closing = windowCase.shape() == WindowCase.Shape.CLOSING;
        String name =
                windowCase.name() + "-" + backend.label() + "-" + engine.name() + "-" + ++runs;
        RunBoard board =
                RunBoard.open(name, windowCase.parallelism(), closing ? 0 : Long.MAX_VALUE);
        try {
            RunningJob job = submit(windowCase, backend, engine, name);
            Progress progress;
            try {
                progress =
                        closing
                                ? new Closing(windowCase, inputs, effort, board, job).run()
                                : new Speed(windowCase, inputs, effort.on(backend), board, job)
                                        .run();
            } finally {
                job.cancel();
            }
            return new Measurement(
                    progress.speed(),
                    progress.filled(),
                    board.emitted(),
                    closing ? 0 : windowCase.fillEvents(inputs),
                    board.sums(),
                    progress.watermark(),
                    progress.closingMillis(),
                    progress.barrierMillis(),
                    job.busiest());
        } finally {
            RunBoard.close(name);
        }
    }

    private RunningJob submit(WindowCase windowCase, Backend backend, Engine engine, String name)
            throws Exception {
        StreamExecutionEnvironment env = cluster.environment(backend, windowCase.parallelism());
        DataStream<Event> events =
                env.fromSource(
                                new EventSource(windowCase.events(inputs), name),
                                WatermarkStrategy.forBoundedOutOfOrderness(
                                        Duration.ofMillis(inputs.disorderMillis())),
                                "events",
                                TypeInformation.of(Event.class))
                        .transform("probe", TypeInformation.of(Event.class), new Probe(name));
        engine.rows(events, windowCase)
                .transform("rows", TypeInformation.of(WindowRow.class), new RowSink(name));
        return cluster.submit(env, name);
    }

    /** What the driver saw before it cancelled the job. */
    record Progress(
            double speed,
            boolean filled,
            long watermark,
            @Nullable Double closingMillis,
            double barrierMillis) {}
}
