package io.tidemark.operators.sink.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a batch a portion at a time: as objects all rows of a checkpoint would be many
 * times as large as they are as bytes.
 */
final class HeldRowsReader {

    private final HeldRows.Content content;
    private final int columns;
    private final CopyText.Reader lines;

    /** The rows' indexes in the order of reading; null if that is the order of writing. */
    private final Integer @Nullable [] order;

    /** Where each row's line begins; empty if they are read in the order of writing. */
    private final int[] begins;

    private int read;

    private HeldRowsReader(
            HeldRows.Content content, int columns, Integer @Nullable [] order, int[] begins) {
        this.content = content;
        this.columns = columns;
        this.lines = new CopyText.Reader(content.lines());
        this.order = order;
        this.begins = begins;
    }

    /** Reads in the order of writing. */
    static HeldRowsReader of(LedgerBatch batch) {
        return new HeldRowsReader(batch.content(), batch.columns().size(), null, new int[0]);
    }

    /**
     * Reads in an order of the first columns that is the same for all batches. It takes some 24
     * bytes a row, and no object of a row but those of a portion.
     */
    static HeldRowsReader byFirst(int keys, LedgerBatch batch) {
        HeldRows.Content content = batch.content();
        int[] begins = CopyText.begins(content.lines(), content.rows());
        Integer[] order = new Integer[content.rows()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                (one, other) ->
                        CopyText.compare(content.lines(), begins[one], begins[other], keys));
        return new HeldRowsReader(content, batch.columns().size(), order, begins);
    }

    /**
     * The next rows, so many at most, or fewer that have so many characters; none at the end.
     *
     * @param most how many rows, 1 or more
     * @param characters the portion ends with the row that brings it there
     */
    List<LedgeredRow> next(int most, long characters) {
        int end = (int) Math.min((long) read + most, content.rows());
        List<LedgeredRow> portion = new ArrayList<>(end - read);
        long taken = 0;
        while (read < end && taken < characters) {
            int index = read++;
            if (order != null) {
                index = order[index];
                lines.moveTo(begins[index]);
            }
            LedgeredRow row =
                    new LedgeredRow(
                            index,
                            lines.next(columns),
                            content.positions().areThere() ? content.positions().of(index) : null);
            portion.add(row);
            taken += row.characters();
        }
        return portion;
    }
}
