package io.tidemark.watermarks;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/** Flink's generators move on the tick only; to compare them event by event, each brings a tick. */
final class Ticked {

    private Ticked() {}

    static WatermarkStrategy<Event> eachEvent(WatermarkStrategy<Event> strategy) {
        return context -> {
            WatermarkGenerator<Event> generator = strategy.createWatermarkGenerator(context);
            return new WatermarkGenerator<>() {
                @Override
                public void onEvent(Event event, long eventTime, WatermarkOutput output) {
                    generator.onEvent(event, eventTime, output);
                    generator.onPeriodicEmit(output);
                }

                @Override
                public void onPeriodicEmit(WatermarkOutput output) {
                    generator.onPeriodicEmit(output);
                }
            };
        };
    }
}
