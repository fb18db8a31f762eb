package io.tidemark.system.guarantee;

import io.tidemark.system.guarantee.History.Effect;
import io.tidemark.system.guarantee.Violation.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whatever went in can be seen. */
public final class NothingLost implements Guarantee {

    @Override
    public List<Violation> violations(History history) {
        Set<String> seen =
                history.seen().stream().map(Effect::id).collect(Collectors.toUnmodifiableSet());
        return history.entered().stream()
                .filter(one -> !seen.contains(one.id()))
                .map(one -> new Violation(Kind.LOST, one.id()))
                .toList();
    }
}
