package io.tidemark.system.guarantee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.History.LogEnd;
import io.tidemark.system.guarantee.Violation.Kind;
import org.junit.jupiter.api.Test;

/** Each guarantee finds what breaks it, and nothing else. */
class GuaranteeTest {

    private static final Guarantee[] ALL = {
        new NothingLost(),
        new EffectOnce(),
        new OrderPerKey(),
        new StableOffsetReachesEnd(),
        new LedgerAddsUp()
    };

    private static History sound() {
        return new History()
                .enter(new Entered("a1", "a", 1))
                .enter(new Entered("a2", "a", 2))
                .enter(new Entered("b1", "b", 1))
                .in(3)
                .account("on time", 2)
                .account("late", 1)
                .log(new LogEnd("out-0", 5, 5));
    }

    private static History seeing(String... ids) {
        History history = sound();
        for (String id : ids) {
            history.see(new Effect(id, id.substring(0, 1)));
        }
        return history;
    }

    @Test
    void allHoldWhereAllIsWell() {
        assertThat(Guarantee.violations(seeing("b1", "a1", "a2"), ALL)).isEmpty();
    }

    @Test
    void lossIsFound() {
        assertThat(Guarantee.violations(seeing("a1", "b1"), ALL))
                .containsExactly(new Violation(Kind.LOST, "a2"));
    }

    @Test
    void duplicateIsFound() {
        assertThat(Guarantee.violations(seeing("a1", "a2", "b1", "a2"), ALL))
                .containsExactly(new Violation(Kind.DUPLICATED, "a2"));
    }

    @Test
    void inventionIsFound() {
        assertThat(Guarantee.violations(seeing("a1", "a2", "b1", "b2"), ALL))
                .containsExactly(new Violation(Kind.INVENTED, "b2"));
    }

    @Test
    void wrongOrderIsFound() {
        assertThat(Guarantee.violations(seeing("a2", "a1", "b1"), ALL))
                .containsExactly(
                        new Violation(Kind.OUT_OF_ORDER, "a1 behind position 2 of its key"));
    }

    @Test
    void wrongKeyIsFound() {
        History history = seeing("a1", "a2").see(new Effect("b1", "c"));

        assertThat(Guarantee.violations(history, ALL))
                .containsExactly(new Violation(Kind.OUT_OF_ORDER, "b1 under the key c"));
    }

    @Test
    void openTransactionIsFound() {
        History history = seeing("a1", "a2", "b1").log(new LogEnd("out-1", 7, 9));

        assertThat(Guarantee.violations(history, ALL))
                .containsExactly(new Violation(Kind.HIDDEN, "out-1 from 7 to 9"));
    }

    @Test
    void missingAccountIsFound() {
        History history = seeing("a1", "a2", "b1").in(4);

        assertThat(Guarantee.violations(history, ALL))
                .containsExactly(
                        new Violation(
                                Kind.UNACCOUNTED, "in = 4, but {on time=2, late=1} sum up to 3"));
        assertThatThrownBy(() -> Guarantee.check("here", history, ALL))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("here")
                .hasMessageContaining("UNACCOUNTED");
    }
}
