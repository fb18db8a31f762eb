package io.tidemark.bench.windows;

import java.time.Duration;
import java.util.List;

/** Which windows a case computes, in the words of the operators. */
sealed interface WindowKind {

    /** The event time after which no window gets larger. */
    Duration fill();

    record Tumbling(Duration size) implements WindowKind {
        @Override
        public Duration fill() {
            return size;
        }
    }

    record Hopping(Duration size, Duration hop) implements WindowKind {
        @Override
        public Duration fill() {
            return size;
        }
    }

    /** One result an event, over (t − range, t]. */
    record Sliding(Duration range) implements WindowKind {
        @Override
        public Duration fill() {
            return range;
        }
    }

    /** Sessions know no largest size; after two gaps as many are open as ever will be. */
    record Session(Duration gap) implements WindowKind {
        @Override
        public Duration fill() {
            return gap.multipliedBy(2);
        }
    }

    /** Several tumbling windows over one stream; their rows are told apart by nothing. */
    record Several(List<Duration> sizes) implements WindowKind {
        @Override
        public Duration fill() {
            return sizes.stream().reduce(Duration.ZERO, (a, b) -> a.compareTo(b) > 0 ? a : b);
        }
    }
}
