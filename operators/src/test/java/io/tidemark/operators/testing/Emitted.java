package io.tidemark.operators.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** What left an operator between two points of its life. */
final class Emitted {

    private final List<StreamRecord<?>> main = new ArrayList<>();
    private final Map<String, List<StreamRecord<?>>> sides = new HashMap<>();
    private final List<Long> watermarks = new ArrayList<>();

    List<StreamRecord<?>> main() {
        return main;
    }

    List<StreamRecord<?>> side(String tag) {
        return sides.computeIfAbsent(tag, none -> new ArrayList<>());
    }

    List<Long> watermarks() {
        return watermarks;
    }

    /** Takes over all that the other holds, and empties it. */
    void takeFrom(Emitted other) {
        main.addAll(other.main);
        watermarks.addAll(other.watermarks);
        other.sides.forEach((tag, records) -> side(tag).addAll(records));
        other.forget();
    }

    void forget() {
        main.clear();
        sides.clear();
        watermarks.clear();
    }
}
