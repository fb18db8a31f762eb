package io.tidemark.operators.late;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * The gate as a sentence: read each partition's rows in order; a row is late if {@code window end -
 * 1 + allowed lateness <= floor((max - delay) / step) * step - 1}, where max is taken over the
 * credible rows before it. Keeps nothing but lists, and reads them all again for each row.
 */
final class GateReference {

    private GateReference() {}

    record Verdicts(List<Row> passed, List<Late<Row>> late, long ahead) {}

    static Verdicts judge(GateCase gate, List<Row> partition) {
        List<Row> passed = new ArrayList<>();
        List<Late<Row>> late = new ArrayList<>();
        long ahead = 0;
        for (int i = 0; i < partition.size(); i++) {
            Row row = partition.get(i);
            ahead += isCredible(gate, row) ? 0 : 1;
            long end = windowEnd(gate, row.time());
            BigInteger last = BigInteger.valueOf(end - 1);
            long mark = watermarkAfter(gate, partition.subList(0, i));
            BigInteger watermark = BigInteger.valueOf(mark);
            BigInteger closed = last.add(BigInteger.valueOf(gate.allowedLateness()));
            if (closed.compareTo(watermark) <= 0) {
                late.add(new Late<>(row, row.time(), mark, end, row.partition()));
            } else if (row.time() <= mark) {
                passed.add(row.behind(mark));
            } else {
                passed.add(row);
            }
        }
        return new Verdicts(passed, late, ahead);
    }

    private static boolean isCredible(GateCase gate, Row row) {
        return row.time() <= row.logTime() + gate.maxAhead();
    }

    private static long watermarkAfter(GateCase gate, List<Row> before) {
        List<Row> credible = before.stream().filter(row -> isCredible(gate, row)).toList();
        if (credible.isEmpty()) {
            return Long.MIN_VALUE;
        }
        long max = credible.stream().mapToLong(Row::time).max().orElseThrow();
        return floor(max - gate.delay(), gate.step()) * gate.step() - 1;
    }

    private static long windowEnd(GateCase gate, long time) {
        return floor(time, gate.windowSize()) * gate.windowSize() + gate.windowSize();
    }

    private static long floor(long dividend, long divisor) {
        return BigDecimal.valueOf(dividend)
                .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.FLOOR)
                .longValueExact();
    }
}
