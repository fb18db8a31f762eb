package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.local.ledger.Outputs;
import io.tidemark.local.ledger.RowForm;
import io.tidemark.local.traffic.EventFields;
import io.tidemark.local.traffic.TimeFormat;
import io.tidemark.local.usage.WrongUsage;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JobDescriptionTest {
    private static final String DOCUMENT =
            """
            {"job":"counting","summary":"counts things",
             "input":{"topic":"things","time_field":"at","time_format":"millis","id_field":"id",
                      "key_field":"kind","value_field":"price"},
             "outputs":{"results":"r","late":"l","dead_letters":"d","ledger":"a"},
             "rows":{"start":"/a","end":"/b","key":"/kind","count":"/top/0/n","sum":"/s","events":""},
             "group":"g","from":"timestamp:2026-01-02T03:04:05Z","until_end":true,
             "window_ms":60000,"watermark_delay_ms":10000}
            """;

    @Test
    void everyFieldIsRead() {
        JobDescription job = JobDescription.parse(DOCUMENT);

        assertThat(job.job()).isEqualTo("counting");
        assertThat(job.summary()).isEqualTo("counts things");
        assertThat(job.input().topic()).isEqualTo("things");
        assertThat(job.fields())
                .isEqualTo(new EventFields("at", TimeFormat.MILLIS, "id", "kind", "price"));
        assertThat(job.outputs()).isEqualTo(new Outputs("r", "l", "d", "a"));
        assertThat(job.rows()).isEqualTo(new RowForm("/a", "/b", "/kind", "/top/0/n", "/s", ""));
        assertThat(job.group()).isEqualTo("g");
        assertThat(job.startPosition())
                .isEqualTo(
                        new StartPosition(
                                StartPosition.Kind.TIMESTAMP,
                                Instant.parse("2026-01-02T03:04:05Z")));
        assertThat(job.untilEnd()).isTrue();
        assertThat(job.windowMs()).isEqualTo(60_000);
        assertThat(job.watermarkDelayMs()).isEqualTo(10_000);
    }

    @Test
    void refusalOfTheJobIsWrongUsage() {
        assertThatThrownBy(
                        () ->
                                JobDescription.parse(
                                        "{\"usage_error\":\"--window=abc: no duration\"}"))
                .isInstanceOf(WrongUsage.class)
                .hasMessage("--window=abc: no duration");
    }

    @Test
    void missingUnknownAndBrokenAreNamed() {
        assertThatThrownBy(() -> JobDescription.parse(DOCUMENT.replace("\"group\":\"g\",", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("group");
        assertThatThrownBy(
                        () ->
                                JobDescription.parse(
                                        DOCUMENT.replace("\"late\":\"l\"", "\"late\":null")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("late");
        assertThatThrownBy(
                        () ->
                                JobDescription.parse(
                                        DOCUMENT.replace(
                                                "{\"job\"", "{\"motto\":\"more\",\"job\"")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("motto");
        assertThatThrownBy(() -> JobDescription.parse("Hello"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void startPositionsAreReadByName() {
        assertThat(StartPosition.parse("earliest").kind()).isEqualTo(StartPosition.Kind.EARLIEST);
        assertThat(StartPosition.parse("latest").kind()).isEqualTo(StartPosition.Kind.LATEST);
        assertThat(StartPosition.parse("committed").kind()).isEqualTo(StartPosition.Kind.COMMITTED);
        assertThatThrownBy(() -> StartPosition.parse("middle")).hasMessageContaining("middle");
        assertThatThrownBy(() -> StartPosition.parse("timestamp:noon"))
                .hasMessageContaining("noon");
    }
}
