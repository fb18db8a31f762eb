package io.tidemark.system.guarantee;

import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.Violation.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The effects of one key are seen in the order in which they went in, under that key. */
public final class OrderPerKey implements Guarantee {

    @Override
    public List<Violation> violations(History history) {
        Map<String, Entered> entered = new HashMap<>();
        history.entered().forEach(one -> entered.put(one.id(), one));
        Map<String, Long> last = new HashMap<>();
        List<Violation> violations = new ArrayList<>();
        for (Effect effect : history.seen()) {
            Entered cause = entered.get(effect.id());
            if (cause == null) {
                continue; // An invention, which is another guarantee's matter.
            }
            Long before = last.put(effect.key(), cause.position());
            if (!cause.key().equals(effect.key())) {
                violations.add(
                        new Violation(
                                Kind.OUT_OF_ORDER, effect.id() + " under the key " + effect.key()));
            } else if (before != null && before > cause.position()) {
                violations.add(
                        new Violation(
                                Kind.OUT_OF_ORDER,
                                effect.id() + " behind position " + before + " of its key"));
            }
        }
        return violations;
    }
}
