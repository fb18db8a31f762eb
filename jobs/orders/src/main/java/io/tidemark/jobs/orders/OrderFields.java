package io.tidemark.jobs.orders;

import io.tidemark.operators.deadletter.TimeFormat;
import java.io.Serializable;

/**
 * Which field of an event holds what.
 *
 * @param id the identifier
 * @param key what is grouped by
 * @param time the event time
 * @param timeFormat how the event time is written
 * @param value the decimal that is summed
 */
public record OrderFields(String id, String key, String time, TimeFormat timeFormat, String value)
        implements Serializable {}
