package io.tidemark.local.traffic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes orders as JSON objects with the fields that the job reads, and fields {@code phone} and
 * {@code product} that it need not know; or with a fault. The field of the job's key holds the
 * country, unless it is one of these two.
 */
final class OrderWriter {

    private static final int USUAL_BYTES = 256;
    private static final String PHONE = "phone";
    private static final String PRODUCT = "product";
    private static final int DECIMALS = 2;
    private static final long MILLIS_PER_SECOND = 1_000;

    private final JsonFactory json = new JsonFactory();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    private final EventFields fields;

    private OrderWriter(EventFields fields) {
        this.fields = fields;
    }

    static OrderWriter of(EventFields fields) {
        return new OrderWriter(fields);
    }

    byte[] bytesOf(Order order) {
        return write(order, null, null);
    }

    /** The order with this fault; a missing field is the one of this number, from 0 to 3. */
    byte[] bytesOf(Order order, Fault fault, int missing) {
        return switch (fault) {
            case CUT -> {
                byte[] whole = bytesOf(order);
                yield Arrays.copyOf(whole, whole.length / 2);
            }
            case NOT_AN_OBJECT ->
                    ("[\"" + order.id() + "\"," + order.cents() + "]")
                            .getBytes(StandardCharsets.UTF_8);
            case FIELD_MISSING -> write(order, fault, fields.names().get(missing));
            case WORD_AS_VALUE, WORD_AS_TIME -> write(order, fault, null);
        };
    }

    private byte[] write(Order order, @Nullable Fault fault, @Nullable String missing) {
        bytes.reset();
        try (JsonGenerator out = json.createGenerator(bytes)) {
            List<String> names = fields.names();
            out.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get(i);
                // Two roles may share a field: the first one fills it.
                if (!name.equals(missing) && names.indexOf(name) == i) {
                    out.writeFieldName(name);
                    writeValue(out, name, order, fault);
                }
            }
            if (!names.contains(PHONE)) {
                out.writeStringField(PHONE, order.phone());
            }
            if (!names.contains(PRODUCT)) {
                out.writeStringField(PRODUCT, order.product());
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toByteArray();
    }

    private void writeValue(JsonGenerator out, String name, Order order, @Nullable Fault fault)
            throws IOException {
        if (name.equals(fields.time())) {
            if (fault == Fault.WORD_AS_TIME) {
                out.writeString("yesterday");
            } else {
                writeTime(out, order.timeMillis());
            }
        } else if (name.equals(fields.id())) {
            out.writeString(order.id());
        } else if (name.equals(fields.key())) {
            out.writeString(
                    switch (name) {
                        case PHONE -> order.phone();
                        case PRODUCT -> order.product();
                        default -> order.country();
                    });
        } else if (fault == Fault.WORD_AS_VALUE) {
            out.writeString("plenty");
        } else {
            out.writeNumber(BigDecimal.valueOf(order.cents(), DECIMALS));
        }
    }

    private void writeTime(JsonGenerator out, long millis) throws IOException {
        switch (fields.timeFormat()) {
            case ISO -> out.writeString(Instant.ofEpochMilli(millis).toString());
            case MILLIS -> out.writeNumber(millis);
            case SECONDS -> out.writeNumber(Math.floorDiv(millis, MILLIS_PER_SECOND));
        }
    }
}
