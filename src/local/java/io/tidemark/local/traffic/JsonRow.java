package io.tidemark.local.traffic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * A row as one JSON object in UTF-8: a field for each column in the order of the header, each value
 * a string exactly as written in the file.
 */
final class JsonRow {

    private static final int USUAL_BYTES = 512;

    private final JsonFactory json = new JsonFactory();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    private final SerializableString[] names;

    private JsonRow(SerializableString[] names) {
        this.names = names;
    }

    static JsonRow withNames(List<String> names) {
        return new JsonRow(
                names.stream().map(SerializedString::new).toArray(SerializableString[]::new));
    }

    byte[] bytesOf(CsvRecord row) throws IOException {
        bytes.reset();
        try (JsonGenerator out = json.createGenerator(bytes)) {
            out.writeStartObject();
            for (int i = 0; i < names.length; i++) {
                out.writeFieldName(names[i]);
                out.writeString(row.getField(i));
            }
            out.writeEndObject();
        }
        return bytes.toByteArray();
    }
}
