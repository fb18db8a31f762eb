package io.tidemark.operators.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * An event with something for each aggregate, drawn from where mistakes are likely; public for
 * Flink.
 */
public record Reading(String item, long number, BigDecimal amount, double level) {

    static final TypeInformation<Reading> TYPE = TypeInformation.of(Reading.class);

    private static final double[] EDGES = {
        0.0,
        -0.0,
        1.0,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    static Reading drawn(Random random) {
        return new Reading(item(random), number(random), amount(random), level(random));
    }

    static List<Reading> severalDrawn(Random random, int most) {
        List<Reading> readings = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            readings.add(drawn(random));
        }
        return readings;
    }

    private static String item(Random random) {
        // Seldom one of very many, so that a sketch leaves its exact range too.
        return random.nextInt(3) == 0
                ? Long.toString(random.nextInt(1 << 20))
                : "abcdefghij".substring(0, random.nextInt(10));
    }

    private static long number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MAX_VALUE;
            case 1 -> Long.MIN_VALUE;
            case 2 -> random.nextLong();
            default -> random.nextInt(20) - 10;
        };
    }

    private static BigDecimal amount(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> new BigDecimal(new BigInteger(random.nextInt(120), random).negate(), 2);
            case 1 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 5);
            case 2 -> BigDecimal.valueOf(number(random), 2);
            case 3 -> new BigDecimal("0E" + (random.nextInt(20) - 10));
            default -> BigDecimal.valueOf(random.nextInt(20_000) - 10_000, random.nextInt(4));
        };
    }

    private static double level(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> EDGES[random.nextInt(EDGES.length)];
            case 1 -> Math.exp(random.nextGaussian() * 20) * (random.nextBoolean() ? 1 : -1);
            default -> random.nextInt(1000) / 10.0;
        };
    }
}
