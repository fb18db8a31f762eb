package io.tidemark.local.traffic;

import java.util.List;

/**
 * The fields of an event that the job reads, and how it reads their time.
 *
 * @param time the name of the field that holds the event time
 * @param timeFormat how that time is written
 * @param id the name of the field that identifies an event
 * @param key the name of the field that results are grouped by
 * @param value the name of the field that is summed
 */
public record EventFields(String time, TimeFormat timeFormat, String id, String key, String value) {

    /** The names that every record has to carry, in the order of the job's options. */
    List<String> names() {
        return List.of(time, id, key, value);
    }
}
