package io.tidemark.jobs.watermarklab;

import io.tidemark.jobs.cli.StartFrom;
import io.tidemark.operators.source.ReadUntil;
import java.io.Serializable;
import java.util.Properties;

/** What the lab reads. */
sealed interface TraceInput extends Serializable {

    /** A short name for the user. */
    String name();

    /** The names of its columns or fields. */
    TraceFields fields();

    /** Whether records tell when they arrived; else their order is the arrival. */
    boolean hasArrivalClock();

    /** What says when a record arrived, in words for the user. */
    String arrival();

    /**
     * A file.
     *
     * @param path where it lies, as Flink writes paths
     * @param bytes its size on the disk; 0 if that is not known
     * @param columns where the values stand in its rows
     * @param fields the names of its columns
     */
    record OfFile(String path, long bytes, CsvColumns columns, TraceFields fields)
            implements TraceInput {

        @Override
        public String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        @Override
        public boolean hasArrivalClock() {
            return !fields.arrival().isEmpty();
        }

        @Override
        public String arrival() {
            return hasArrivalClock() ? fields.arrival() : LabReport.ROW_ORDER;
        }
    }

    /**
     * A topic of JSON objects, whose log time is the arrival.
     *
     * @param topic its name
     * @param consumer properties for the consumer
     * @param from where reading begins
     * @param until where it stops
     * @param fields the names of its fields
     */
    record OfTopic(
            String topic, Properties consumer, StartFrom from, ReadUntil until, TraceFields fields)
            implements TraceInput {

        @Override
        public String name() {
            return "topic " + topic;
        }

        @Override
        public boolean hasArrivalClock() {
            return true;
        }

        @Override
        public String arrival() {
            return LabReport.LOG_TIME;
        }
    }
}
