package io.tidemark.system.guarantee;

import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.History.Entered;
import io.tidemark.system.guarantee.Violation.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whatever is seen went in, and is seen once. */
public final class EffectOnce implements Guarantee {

    @Override
    public List<Violation> violations(History history) {
        Set<String> entered =
                history.entered().stream().map(Entered::id).collect(Collectors.toUnmodifiableSet());
        Set<String> before = new HashSet<>();
        List<Violation> violations = new ArrayList<>();
        for (Effect effect : history.seen()) {
            if (!entered.contains(effect.id())) {
                violations.add(new Violation(Kind.INVENTED, effect.id()));
            } else if (!before.add(effect.id())) {
                violations.add(new Violation(Kind.DUPLICATED, effect.id()));
            }
        }
        return violations;
    }
}
