package io.tidemark.system.upgrade;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.system.Json;
import org.jspecify.annotations.Nullable;

/**
 * A message in the results.
 *
 * @param key its key, as JSON
 * @param value its value, as JSON; null if it takes back the row of its key
 */
record Row(String key, @Nullable String value) {

    static Row of(JsonNode key, @Nullable JsonNode value) {
        return new Row(key.toString(), value == null || value.isNull() ? null : value.toString());
    }

    static Row read(byte[] key, byte @Nullable [] value) {
        return of(Json.read(key), value == null ? null : Json.read(value));
    }

    @Override
    public String toString() {
        return key + " " + value;
    }
}
