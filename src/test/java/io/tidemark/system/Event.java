package io.tidemark.system;

/**
 * An event as the lines of the lab name it. Public, for those lines are compiled elsewhere and the
 * type would fall to Kryo.
 */
public record Event(long time, long logTime, String key) {}
