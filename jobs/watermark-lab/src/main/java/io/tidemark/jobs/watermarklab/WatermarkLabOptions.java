package io.tidemark.jobs.watermarklab;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;

/**
 * What the lab is asked, validated.
 *
 * @param input what is read
 * @param windows one to three sizes of tumbling windows; the answer is for the first
 * @param completeness the share of all events that are to be in time for their windows, above 0 and
 *     below 1
 * @param maxAhead how far ahead of the others an event's clock is believed
 * @param delays delays of the user's own that the grid counts too
 * @param longest the longest delay that a learning strategy may take
 * @param output the directory that the report goes to, as Flink writes paths
 */
record WatermarkLabOptions(
        TraceInput input,
        List<Duration> windows,
        double completeness,
        Duration maxAhead,
        List<Duration> delays,
        Duration longest,
        String output)
        implements Serializable {}
