package io.tidemark.jobs.watermarklab;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.tidemark.operators.deadletter.Reason;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the values that are wanted stand in the rows of a comma-separated file.
 *
 * <p>A row is a line. Values are cut at the separator that the header uses (comma, semicolon or
 * tab); a line with a quote in it goes through a CSV parser, so that a value may hold separators.
 */
final class CsvColumns implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The reason for rows that have more fields than there are columns. */
    static final String TOO_MANY_FIELDS = "too_many_fields";

    /** The reason for rows whose quotes are not closed, or not where their values end. */
    static final String OPEN_QUOTE = "open_quote";

    /** The separators that are understood, in words. */
    static final String UNDERSTOOD = "comma, semicolon or tab";

    private static final String SEPARATORS = ",;\t";
    private static final List<String> SEPARATOR_NAMES = List.of("comma", "semicolon", "tab");

    private final char separator;
    private final int[] columns;
    private final int width;
    private final int needed;

    private CsvColumns(char separator, int width, int[] columns) {
        this.separator = separator;
        this.width = width;
        this.columns = columns;
        int highest = -1;
        for (int column : columns) {
            highest = Math.max(highest, column);
        }
        this.needed = highest + 1;
    }

    /** The names that a header line gives to its columns. */
    static List<String> names(String header) {
        return fields(header, separatorOf(header))
                .map(names -> names.stream().map(String::strip).toList())
                .orElse(List.of());
    }

    /**
     * The columns of these names.
     *
     * @param wanted names that the header has; an empty one stands for no column
     */
    static CsvColumns of(String header, List<String> wanted) {
        List<String> names = names(header);
        return new CsvColumns(
                separatorOf(header),
                names.size(),
                wanted.stream()
                        .mapToInt(name -> name.isEmpty() ? -1 : names.indexOf(name))
                        .toArray());
    }

    /** A separator in quotes is part of a name; a quote in a name stands twice. */
    private static char separatorOf(String header) {
        int found = SEPARATORS.length();
        boolean quoted = false;
        for (int i = 0; i < header.length(); i++) {
            char c = header.charAt(i);
            quoted ^= c == '"';
            int separator = quoted ? -1 : SEPARATORS.indexOf(c);
            found = separator < 0 ? found : Math.min(found, separator);
        }
        return SEPARATORS.charAt(found % SEPARATORS.length());
    }

    /** How many columns the header names. */
    int width() {
        return width;
    }

    /** What stands between values, in a word. */
    String separatorName() {
        return SEPARATOR_NAMES.get(SEPARATORS.indexOf(separator));
    }

    /**
     * The wanted values of a row, in the order in which they were wanted; null where there is no
     * such column. Null if there is a {@link #fault} in the row.
     */
    @Nullable String @Nullable [] values(String line) {
        if (line.indexOf('"') >= 0) {
            List<String> fields = fields(line, separator).orElse(List.of());
            return fields.size() < needed || isTooLong(fields) ? null : picked(fields);
        }
        @Nullable String[] values = new String[columns.length];
        int begin = 0;
        for (int column = 0; column < needed; column++) {
            if (begin > line.length()) {
                return null;
            }
            int end = line.indexOf(separator, begin);
            end = end < 0 ? line.length() : end;
            for (int i = 0; i < columns.length; i++) {
                if (columns[i] == column) {
                    values[i] = line.substring(begin, end);
                }
            }
            begin = end + 1;
        }
        return isTooLong(line, begin) ? null : values;
    }

    /** Why a row has no {@link #values}: it has too few fields, or too many, or an open quote. */
    String fault(String line) {
        Optional<List<String>> fields = fields(line, separator);
        long quotes = line.chars().filter(c -> c == '"').count();
        if (fields.isEmpty() && quotes > 0) {
            return OPEN_QUOTE;
        }
        if (fields.map(List::size).orElse(0) >= needed) {
            return TOO_MANY_FIELDS;
        }
        // The rest of a value that began on the line before.
        return quotes % 2 == 1 ? OPEN_QUOTE : Reason.FIELD_MISSING.label();
    }

    /** Whether anything stands behind the last column; empty fields there do not matter. */
    private boolean isTooLong(String line, int beginOfUnneeded) {
        int begin = beginOfUnneeded;
        for (int column = needed; column < width; column++) {
            int end = line.indexOf(separator, begin);
            if (end < 0) {
                return false;
            }
            begin = end + 1;
        }
        for (int i = begin; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c != separator && !Character.isWhitespace(c)) {
                return true;
            }
        }
        return false;
    }

    private boolean isTooLong(List<String> fields) {
        for (int column = width; column < fields.size(); column++) {
            if (!fields.get(column).isBlank()) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String[] picked(List<String> fields) {
        @Nullable String[] values = new String[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = columns[i] < 0 ? null : fields.get(columns[i]);
        }
        return values;
    }

    private static Optional<List<String>> fields(String line, char separator) {
        try {
            return CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowUnclosedQuote(false)
                    .ofCsvRecord(line)
                    .stream()
                    .map(CsvRecord::getFields)
                    .findFirst();
        } catch (CsvParseException unreadable) {
            return Optional.empty();
        }
    }
}
