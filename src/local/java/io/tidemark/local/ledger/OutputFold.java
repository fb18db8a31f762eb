package io.tidemark.local.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Counts the records of a job's outputs, one after the other, and hands them on.
 *
 * <p>A record that is not what the topic is for is refused by an {@link IllegalArgumentException}:
 * a ledger that passes over what it cannot read proves nothing.
 */
final class OutputFold {

    private final ObjectReader json =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    // 505.30 is to be shown as the job wrote it.
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build()
                    .readerFor(JsonNode.class);
    private final RowForm form;
    private final LastRows lastRows = new LastRows();
    private long rows;
    private long late;
    private long rejected;
    private long duplicates;
    private long admitted;
    private long lateAtGate;
    private long lateAtWindow;
    private long ahead;
    private long rejectedByAccount;

    OutputFold(RowForm form) {
        this.form = form;
    }

    void result(byte @Nullable [] key, byte @Nullable [] value, OutputListener listener) {
        if (key == null) {
            throw new IllegalArgumentException("a result without a message key");
        }
        if (value == null) {
            lastRows.remove(key);
            listener.onTakenBack(text(key));
            return;
        }
        ResultRow row = row(text(value));
        rows++;
        lastRows.put(key, row.events());
        listener.onResult(row);
    }

    void late(byte @Nullable [] value, OutputListener listener) {
        late++;
        listener.onLate(value == null ? "null" : text(value));
    }

    void deadLetter(byte @Nullable [] value, OutputListener listener) {
        rejected++;
        listener.onDeadLetter(value == null ? "null" : text(value));
    }

    void increment(byte @Nullable [] value) {
        JsonNode entry = parsed(value == null ? "" : text(value));
        long increment = wholeNumber(entry.required("increment"), entry);
        String account = entry.required("account").textValue();
        switch (String.valueOf(account)) {
            case "admitted" -> admitted += increment;
            case "duplicate" -> duplicates += increment;
            case "late_at_gate" -> lateAtGate += increment;
            case "late_at_window" -> lateAtWindow += increment;
            case "ahead" -> ahead += increment;
            case "rejected" -> rejectedByAccount += increment;
            case "out_of_range" ->
                    throw new IllegalArgumentException(
                            increment
                                    + " events reached the job's windows with a time that no window"
                                    + " can hold, and are in no output: its decoder has to refuse"
                                    + " them");
            default -> throw new IllegalArgumentException("there is no account " + account);
        }
    }

    OutputCounts counts() {
        return new OutputCounts(
                lastRows.sum(),
                late,
                rejected,
                lastRows.size(),
                rows,
                duplicates,
                admitted,
                lateAtGate,
                lateAtWindow,
                ahead,
                rejectedByAccount);
    }

    private ResultRow row(String text) {
        JsonNode row = parsed(text);
        try {
            return new ResultRow(
                    row.requiredAt(form.key()).asText(),
                    Instant.parse(row.requiredAt(form.start()).asText()),
                    Instant.parse(row.requiredAt(form.end()).asText()),
                    wholeNumber(row.requiredAt(form.count()), row),
                    decimal(row.requiredAt(form.sum()), row),
                    form.events().isEmpty() ? 1 : wholeNumber(row.requiredAt(form.events()), row),
                    "late_update".equals(row.required("pane").textValue()),
                    text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("a result whose window has no time: " + text, e);
        }
    }

    private static long wholeNumber(JsonNode number, JsonNode object) {
        if (!number.isIntegralNumber() || !number.canConvertToLong()) {
            throw new IllegalArgumentException(number + " is not a whole number: " + object);
        }
        return number.longValue();
    }

    private static BigDecimal decimal(JsonNode number, JsonNode object) {
        if (!number.isNumber()) {
            throw new IllegalArgumentException(number + " is not a number: " + object);
        }
        return number.decimalValue();
    }

    private JsonNode parsed(String text) {
        try {
            return json.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + text, e);
        }
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }
}
