package io.tidemark.operators.aggregate;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The smallest or greatest key so far, or none; changed in place by its aggregate.
 *
 * @param <K> the type of the keys
 */
public final class Extreme<K> {

    @Nullable K key;

    Extreme() {}

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Extreme<?> that && Objects.equals(that.key, key);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key);
    }

    @Override
    public String toString() {
        return String.valueOf(key);
    }
}
