package io.tidemark.operators.late;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.operators.late.LedgerSummary.LateKey;
import io.tidemark.operators.late.LedgerSummary.Lateness;
import io.tidemark.operators.late.LedgerSummary.MissedWindow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;

/**
 * The JSON form of a summary: {@code
 * {"from","to","at_end","increments":{…},"totals":{…},"late":{"count","total","late_by_ms":{"p50","p90","p99","max"},
 * "keys":{"top":[{"key","count"},…],"others","error"},
 * "windows":{"top":[{"window_end","count"},…],"others","error"}}}}. Increments and totals have all
 * accounts; without late events there is no {@code late_by_ms}.
 */
public final class SummaryJson {

    private static final JsonFactory JSON = new JsonFactory();

    private SummaryJson() {}

    /** The summary as one JSON object on one line, in UTF-8. */
    public static byte[] write(LedgerSummary summary) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            time(json, "from", summary.from());
            time(json, "to", summary.to());
            json.writeBooleanField("at_end", summary.atEnd());
            accounts(json, "increments", summary.increments());
            accounts(json, "totals", summary.totals());
            lateness(json, summary.lateness());
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a byte array refused a write", impossible);
        }
        return bytes.toByteArray();
    }

    private static void accounts(
            JsonGenerator json, String field, Map<LedgerAccount, Long> accounts)
            throws IOException {
        json.writeObjectFieldStart(field);
        for (LedgerAccount account : LedgerAccount.values()) {
            json.writeNumberField(account.label(), accounts.getOrDefault(account, 0L));
        }
        json.writeEndObject();
    }

    private static void lateness(JsonGenerator json, Lateness late) throws IOException {
        json.writeObjectFieldStart("late");
        json.writeNumberField("count", late.count());
        json.writeNumberField("total", late.total());
        if (late.count() > 0) {
            json.writeObjectFieldStart("late_by_ms");
            json.writeNumberField("p50", late.p50());
            json.writeNumberField("p90", late.p90());
            json.writeNumberField("p99", late.p99());
            json.writeNumberField("max", late.max());
            json.writeEndObject();
        }
        json.writeObjectFieldStart("keys");
        json.writeArrayFieldStart("top");
        for (LateKey key : late.keys()) {
            json.writeStartObject();
            json.writeStringField("key", key.key());
            json.writeNumberField("count", key.count());
            json.writeEndObject();
        }
        json.writeEndArray();
        rest(json, late.otherKeys(), late.keyError());
        json.writeObjectFieldStart("windows");
        json.writeArrayFieldStart("top");
        for (MissedWindow window : late.windows()) {
            json.writeStartObject();
            time(json, "window_end", window.end());
            json.writeNumberField("count", window.count());
            json.writeEndObject();
        }
        json.writeEndArray();
        rest(json, late.otherWindows(), late.windowError());
        json.writeEndObject();
    }

    private static void rest(JsonGenerator json, long others, long error) throws IOException {
        json.writeNumberField("others", others);
        json.writeNumberField("error", error);
        json.writeEndObject();
    }

    private static void time(JsonGenerator json, String field, long millis) throws IOException {
        json.writeStringField(field, Instant.ofEpochMilli(millis).toString());
    }
}
