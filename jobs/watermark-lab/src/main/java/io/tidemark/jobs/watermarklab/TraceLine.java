package io.tidemark.jobs.watermarklab;

/**
 * A line of a file, and where it stands. Public, or it would fall to Kryo.
 *
 * @param text the line without its end
 * @param row its number, the header being row 0
 * @param bytesRead bytes of the file, as it lies on the disk, that had been read with it
 */
public record TraceLine(String text, long row, long bytesRead) {}
