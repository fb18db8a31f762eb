package io.tidemark.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.local.usage.WrongUsage;

/**
 * What a job that writes a report says of itself: the one JSON document that its fat jar prints for
 * {@code --describe}.
 *
 * @param job its name
 * @param summary what it does, in a line
 * @param reads what it reads, in words for the user
 * @param directory where its report goes
 * @param summaryFile the file in there that a terminal can show
 * @param progressMetric the metric that tells how much has been read, summed over subtasks
 * @param progressSize what that metric comes to at the end; 0 if nobody knows
 */
record ReportDescription(
        String job,
        String summary,
        String reads,
        String directory,
        String summaryFile,
        String progressMetric,
        long progressSize) {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /**
     * Reads the document.
     *
     * @throws WrongUsage if the job refuses its options
     * @throws IllegalArgumentException if this is no such document
     */
    static ReportDescription parse(String json) {
        try {
            JsonNode document = JSON.readTree(json);
            if (!document.isObject()) {
                throw new IllegalArgumentException("not one JSON object");
            }
            JsonNode usageError = document.path("usage_error");
            if (usageError.isTextual()) {
                throw new WrongUsage(usageError.asText());
            }
            return JSON.treeToValue(document, ReportDescription.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
