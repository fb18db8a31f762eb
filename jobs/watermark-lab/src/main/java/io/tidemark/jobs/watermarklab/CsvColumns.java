package io.tidemark.jobs.watermarklab;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
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

    private static final String SEPARATORS = ",;\t";

    private final char separator;
    private final int[] columns;
    private final int needed;

    private CsvColumns(char separator, int[] columns) {
        this.separator = separator;
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

    /**
     * The wanted values of a row, in the order in which they were wanted; null where there is no
     * such column. Null if the row has not enough values, or a quote that is never closed.
     */
    @Nullable String @Nullable [] values(String line) {
        if (line.indexOf('"') >= 0) {
            List<String> fields = fields(line, separator).orElse(List.of());
            return fields.size() < needed ? null : picked(fields);
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
        return values;
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
