package io.tidemark.local.traffic;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The phones of the synthetic shop and what they order: a thousand phones in a dozen countries of
 * very different size.
 *
 * <p>Every choice comes from one seeded generator whose algorithm is part of its specification, so
 * that any Java makes the same choices.
 */
final class Customers {

    private static final int PHONES = 1_000;
    private static final int ONE_REFUND_IN = 40;
    private static final int ONE_BIG_ORDER_IN = 20;
    private static final long SMALLEST_CENTS = 250;
    private static final int USUAL_CENTS = 9_000;
    private static final int BIG_CENTS = 90_000;
    private static final int ONE_SLOW_IN = 33;
    private static final int USUAL_LAG_MILLIS = 2_000;
    private static final int LONGEST_LAG_MILLIS = 30_000;

    /** Each country as often as one phone in a hundred lives there. */
    private static final List<String> COUNTRY_OF_A_HUNDRED = hundred();

    private final Random random;

    private Customers(Random random) {
        this.random = random;
    }

    static Customers of(long seed) {
        return new Customers(new Random(seed));
    }

    /** Whether something happens that happens once in so many times. */
    boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    /** A number from 0 up to below this one. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** One of the phones. */
    int phone() {
        return random.nextInt(PHONES);
    }

    /**
     * Milliseconds from an order until it arrives: mostly well under 2 s, a few percent under 30 s.
     */
    int lagMillis() {
        if (oneIn(ONE_SLOW_IN)) {
            return USUAL_LAG_MILLIS + random.nextInt(LONGEST_LAG_MILLIS - USUAL_LAG_MILLIS);
        }
        double spread = random.nextDouble();
        return (int) (spread * spread * USUAL_LAG_MILLIS);
    }

    /** An order from this phone, placed at this time. */
    Order order(String id, int phone, long timeMillis) {
        return new Order(
                id,
                timeMillis,
                "phone-" + phone,
                COUNTRY_OF_A_HUNDRED.get(phone % COUNTRY_OF_A_HUNDRED.size()),
                cents());
    }

    /** The value of some order. */
    long cents() {
        int most = oneIn(ONE_BIG_ORDER_IN) ? BIG_CENTS : USUAL_CENTS;
        long cents = SMALLEST_CENTS + random.nextInt(most);
        return oneIn(ONE_REFUND_IN) ? -cents : cents;
    }

    private static List<String> hundred() {
        List<String> all = new ArrayList<>();
        String shares = "DE 31 FR 18 GB 14 US 11 NL 7 ES 5 IT 4 PL 3 SE 3 AT 2 PT 1 IS 1";
        String[] words = shares.split(" ", -1);
        for (int i = 0; i < words.length; i += 2) {
            for (int phone = 0; phone < Integer.parseInt(words[i + 1]); phone++) {
                all.add(words[i]);
            }
        }
        return List.copyOf(all);
    }
}
