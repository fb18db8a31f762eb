package io.tidemark.jobs.cli;

import io.tidemark.operators.source.StartingOffsets;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a first start reads from, as it was given and as the source takes it.
 *
 * @param text {@code earliest}, {@code latest}, {@code committed} or {@code timestamp:} and an ISO
 *     8601 instant
 * @param offsets the same for the source
 */
public record StartFrom(String text, StartingOffsets offsets) implements Serializable {

    private static final String TIMESTAMP = "timestamp:";

    /** Reads the form in which the option is given. */
    public static final class Converter implements ITypeConverter<StartFrom> {

        @Override
        public StartFrom convert(String text) {
            return new StartFrom(text, offsets(text));
        }

        private static StartingOffsets offsets(String text) {
            switch (text) {
                case "earliest":
                    return StartingOffsets.earliest();
                case "latest":
                    return StartingOffsets.latest();
                case "committed":
                    return StartingOffsets.committed();
                default:
                    if (text.startsWith(TIMESTAMP)) {
                        try {
                            return StartingOffsets.timestamp(
                                    Instant.parse(text.substring(TIMESTAMP.length())));
                        } catch (DateTimeException | IllegalArgumentException unparsable) {
                            throw new TypeConversionException(
                                    "'"
                                            + text
                                            + "' holds no instant: write it as in timestamp:2026-11-29T00:00:00Z");
                        }
                    }
                    throw new TypeConversionException(
                            "'"
                                    + text
                                    + "' is none of earliest, latest, committed, timestamp:<instant>");
            }
        }
    }
}
