package io.tidemark.system.guarantee;

import java.util.ArrayList;
import java.util.List;

/** A promise that can be checked from outside. */
@FunctionalInterface
public interface Guarantee {

    /** What breaks it, one line each with the ids; empty if it holds. */
    List<Violation> violations(History history);

    /** All that is broken of several. */
    static List<Violation> violations(History history, Guarantee... guarantees) {
        List<Violation> all = new ArrayList<>();
        for (Guarantee guarantee : guarantees) {
            all.addAll(guarantee.violations(history));
        }
        return all;
    }

    /**
     * Fails the test unless all hold.
     *
     * @param where what is being tested, with the seed
     */
    static void check(String where, History history, Guarantee... guarantees) {
        List<Violation> broken = violations(history, guarantees);
        if (!broken.isEmpty()) {
            StringBuilder text = new StringBuilder(where);
            broken.stream().limit(20).forEach(one -> text.append("\n  ").append(one));
            if (broken.size() > 20) {
                text.append("\n  and ").append(broken.size() - 20).append(" more");
            }
            throw new AssertionError(text.toString());
        }
    }
}
