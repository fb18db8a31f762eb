package io.tidemark.watermarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.util.clock.ManualClock;
import org.apache.flink.util.clock.RelativeClock;

/**
 * Where generators live in tests: a context with a clock of its own, and an output that records.
 */
final class Homes {

    private Homes() {}

    static WatermarkGeneratorSupplier.Context context(MetricGroup group, RelativeClock clock) {
        return new WatermarkGeneratorSupplier.Context() {
            @Override
            public MetricGroup getMetricGroup() {
                return group;
            }

            @Override
            public RelativeClock getInputActivityClock() {
                return clock;
            }
        };
    }

    static WatermarkGenerator<Event> generator(WatermarkStrategy<Event> strategy) {
        return strategy.createWatermarkGenerator(
                context(new UnregisteredMetricsGroup(), new ManualClock()));
    }

    /** A generator that goes on from the state of another one. */
    static WatermarkGenerator<Event> restored(
            WatermarkStrategy<Event> strategy, WatermarkGenerator<Event> from) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        ((RestorableGenerator<Event>) from).write(out);
        WatermarkGenerator<Event> restored = generator(strategy);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        ((RestorableGenerator<Event>) restored).read(in);
        if (in.available() != 0) {
            throw new IOException(in.available() + " bytes were written and not read");
        }
        return restored;
    }

    static void take(WatermarkGenerator<Event> generator, Event event, WatermarkOutput output) {
        generator.onEvent(event, event.time(), output);
    }

    /** Records what a generator says, in order. */
    static final class Recorded implements WatermarkOutput {

        final List<String> said = new ArrayList<>();
        long last = Long.MIN_VALUE;

        @Override
        public void emitWatermark(Watermark watermark) {
            said.add(Long.toString(watermark.getTimestamp()));
            last = watermark.getTimestamp();
        }

        @Override
        public void markIdle() {
            said.add("idle");
        }

        @Override
        public void markActive() {
            said.add("active");
        }
    }
}
