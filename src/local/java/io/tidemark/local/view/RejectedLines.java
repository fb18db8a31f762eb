package io.tidemark.local.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A line for one record of each reason for rejection, the first that is found: whoever named a
 * wrong field or time format has all records rejected for one reason, and needs to read it once.
 */
final class RejectedLines {

    private static final int MOST_REASONS = 20;
    private static final int MOST_COLUMNS = 300;

    private final ObjectReader json = JsonMapper.builder().build().readerFor(JsonNode.class);
    private final Set<String> reasons = new HashSet<>();
    private final List<String> lines = new ArrayList<>();

    /** Takes in one dead letter, as JSON text; what is none has no line. */
    void add(String deadLetter) {
        if (reasons.size() == MOST_REASONS) {
            return;
        }
        try {
            JsonNode letter = json.readTree(deadLetter);
            String reason = letter.path("reason").asText();
            if (!reason.isEmpty() && reasons.add(reason)) {
                lines.add(line(letter, reason));
            }
        } catch (JsonProcessingException e) {
            // The topic may be the user's own. It is counted all the same.
        }
    }

    /** The lines since they were taken last. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    private static String line(JsonNode letter, String reason) {
        String text =
                "rejected as %s, for example %s, partition %s, offset %s: %s"
                        .formatted(
                                reason,
                                letter.path("topic").asText(),
                                letter.path("partition").asText(),
                                letter.path("offset").asText(),
                                letter.path("detail").asText());
        return Line.cut(Line.safe(text), MOST_COLUMNS);
    }
}
