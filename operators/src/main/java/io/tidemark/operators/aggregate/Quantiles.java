package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/**
 * Quantiles of one floating point number of each event, each within 1/128 (0.8 %) of the exact one.
 *
 * <p>The exact q-quantile of n numbers is the one at place ⌈q·n⌉ in their order, or at place 1 for
 * q = 0. The result is the middle of the bucket in which it lies. The bound holds for numbers of at
 * least {@link Double#MIN_NORMAL} either way; nearer to zero the error is at most 4e-310, and 0 and
 * the infinities are exact. The buckets are those of the DDSketch with linear interpolation, and
 * none is ever collapsed: counts are exact, so that neither the order of the events nor the way in
 * which parts are merged changes the result, and parts can be taken out again.
 *
 * <p>The accumulator is 12 bytes for each bucket in use (2 to 4 where it is written), at most one
 * for each distinct number and 64 for each doubling of the range: 640 from 1 ms to 1 s, and never
 * more than 262,000. Cost an event: a binary search over these. The result of nothing is {@link
 * Double#NaN} for each quantile.
 *
 * <p>C. Masson, J. E. Rim, H. K. Lee: DDSketch, a fast and fully-mergeable quantile sketch with
 * relative-error guarantees, VLDB 2019.
 *
 * @param <T> the type of the events
 */
public final class Quantiles<T>
        implements TypedAggregate<T, Histogram, List<Double>>,
                InvertibleAggregate<T, Histogram, List<Double>> {

    private static final long serialVersionUID = 1L;

    private final DoubleOf<T> number;
    private final BigDecimal[] quantiles;

    private Quantiles(DoubleOf<T> number, BigDecimal[] quantiles) {
        this.number = number;
        this.quantiles = quantiles;
    }

    /**
     * The given quantiles of a number of each event, in the order given.
     *
     * <p>An event whose number is {@link Double#NaN} has no place in the order: it is refused with
     * an {@link ArithmeticException}.
     *
     * @param quantiles from 0 (the smallest) to 1 (the greatest), both inclusive; 0.5 is the median
     * @throws IllegalArgumentException if there is none, or one is out of these bounds
     */
    public static <T> Quantiles<T> of(DoubleOf<T> number, double... quantiles) {
        if (quantiles.length == 0) {
            throw new IllegalArgumentException(
                    "quantiles is empty: give at least one, such as 0.5 for the median");
        }
        BigDecimal[] exact = new BigDecimal[quantiles.length];
        for (int i = 0; i < exact.length; i++) {
            if (!(quantiles[i] >= 0 && quantiles[i] <= 1)) {
                throw new IllegalArgumentException(
                        "quantile="
                                + quantiles[i]
                                + ": expected 0 to 1; for a percentile divide by 100");
            }
            exact[i] = BigDecimal.valueOf(quantiles[i]);
        }
        return new Quantiles<>(number, exact);
    }

    @Override
    public Histogram createAccumulator() {
        return new Histogram();
    }

    @Override
    public Histogram add(T event, Histogram histogram) {
        double value = number.of(event);
        if (Double.isNaN(value)) {
            throw new ArithmeticException(
                    "the number of an event is NaN: expected one that has a place in an order;"
                            + " reject such events before they are aggregated");
        }
        histogram.add(value);
        return histogram;
    }

    @Override
    public Histogram merge(Histogram a, Histogram b) {
        a.add(b);
        return a;
    }

    @Override
    public Histogram retract(Histogram total, Histogram part) {
        total.subtract(part);
        return total;
    }

    /** One number for each quantile, in the order in which they were given. */
    @Override
    public List<Double> getResult(Histogram histogram) {
        long total = histogram.total();
        if (total == 0) {
            return new ArrayList<>(Collections.nCopies(quantiles.length, Double.NaN));
        }
        BigDecimal all = BigDecimal.valueOf(total);
        List<Double> results = new ArrayList<>(quantiles.length);
        for (BigDecimal quantile : quantiles) {
            long place = quantile.multiply(all).setScale(0, RoundingMode.CEILING).longValue();
            results.add(histogram.at(Math.max(1, place)));
        }
        return results;
    }

    @Override
    public TypeInformation<Histogram> accumulatorType() {
        return Histogram.type();
    }

    @Override
    public TypeInformation<List<Double>> resultType() {
        return Types.LIST(Types.DOUBLE);
    }
}
