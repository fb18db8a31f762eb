package io.tidemark.system.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rule that no series answers to is found, whatever part of its selector is wrong. */
class AlertRulesTest {

    private static final String RULE =
            """
                  - alert: Lag
                    expr: sum by (job_name) (rate(flink_records{operator_name=~"Source:.*",job_name!="idle"}[10m])) > 3
                    annotations:
                      summary: "{{ $labels.job_name }} lags, {{ $value }}"
            """;

    private static final List<Series> EXPORTED =
            Series.in(
                    """
                    # HELP flink_records records (scope: operator)
                    # TYPE flink_records gauge
                    flink_records{host="a \\"b\\", c",operator_name="Sink:_orders",job_name="mine",} 3.0
                    flink_records{host="a",operator_name="Source:_orders",job_name="mine",} 4.0
                    flink_records{host="a",operator_name="Source:_idle",job_name="idle",} 0.0
                    flink_threads{host="a",} 4.0
                    jvm_threads 7.0
                    """);

    @Test
    void seriesAreRead() {
        assertThat(Series.names(EXPORTED))
                .containsExactly("flink_records", "flink_threads", "jvm_threads");
        assertThat(EXPORTED.get(0).labels())
                .containsEntry("host", "a \\\"b\\\", c")
                .containsEntry("operator_name", "Sink:_orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flink_records{operator_name=\"Source:_orders\"}",
                "flink_records{operator_name=~\"Source:.*\", job_name!~\"i.*\"}",
                "{__name__=~\"flink_(records|bytes)\",job_name=\"mine\"}",
                "flink_threads{job_name=\"\"}",
                "flink_threads"
            })
    void whatIsThereIsFound(String selector) {
        assertThat(AlertRules.of("- record: a\n  expr: " + selector).unmatched(EXPORTED)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "flink_recordz{operator_name=\"Source:_orders\"}",
                "flink_records{operator_name=\"Source: orders\"}",
                "flink_records{operator_name=~\"Source\"}",
                "flink_records{operator=\"Source:_orders\"}",
                "flink_records{host!=\"a\",operator_name=~\"Source:.*\"}",
                "flink_records{host!~\"a.*\"}",
                "{__name__=~\"flink_(record|bytes)\"}",
                "sum by (job_name) (flink_threads)",
            })
    void mutantThatNoSeriesAnswersToIsCaught(String selector) {
        assertThat(AlertRules.of("- record: a\n  expr: " + selector).unmatched(EXPORTED))
                .hasSize(1);
    }

    @Test
    void mutantThatTellsALabelThatIsNotThereIsCaught() {
        AlertRules mutant = AlertRules.of(RULE).replacing("$labels.job_name", "$labels.job");

        assertThat(AlertRules.of(RULE).unmatched(EXPORTED)).isEmpty();
        assertThat(mutant.unmatched(EXPORTED))
                .singleElement()
                .asString()
                .contains("flink_records{operator_name", "[job, job_name]");
    }

    @Test
    void selectorsAreUnderstoodOrRefused() {
        assertThatThrownBy(() -> Series.Selection.of("flink_records", "operator_name=Source"))
                .hasMessageContaining("not understood: {operator_name=Source}");
    }
}
