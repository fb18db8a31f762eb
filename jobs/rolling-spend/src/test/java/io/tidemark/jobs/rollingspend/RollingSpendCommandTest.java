package io.tidemark.jobs.rollingspend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import io.tidemark.jobs.orders.Asked;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RollingSpendCommandTest {

    @Test
    void defaultsAreThoseOfTheManual() {
        RollingSpendOptions options = parse();

        assertThat(options.range()).isEqualTo(Duration.ofMinutes(10));
        assertThat(options.orders().fields().key()).isEqualTo("phone");
        assertThat(options.orders().topics().results()).isEqualTo("rolling-spend");
        assertThat(options.orders().topics().late()).isEqualTo("rolling-spend-late");
        assertThat(options.orders().topics().deadLetters()).isEqualTo("rolling-spend-dead-letters");
        assertThat(options.orders().topics().ledger()).isEqualTo("rolling-spend-ledger");
        assertThat(parse("--range=5s").range()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--range=0s", "--range=long", "--dedup-for=1m", "--key-field="})
    void wrongValuesAreRefusedAndNamed(String argument) {
        String option = argument.substring(0, argument.indexOf('='));
        assertThatThrownBy(() -> parse(argument))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option);
    }

    @Test
    void describesItselfWithTheRowsThatTheLedgerCounts() {
        assertThat(answer("--describe"))
                .contains("\"job\":\"rolling-spend\"")
                .contains("\"key_field\":\"phone\"")
                .contains("\"events\":\"\"");
    }

    @Test
    void theManualFitsIntoEightyColumnsAndBeginsWithItsOwnOptions() {
        String manual = Asked.manual(RollingSpendJob.JOB);

        assertThat(manual.indexOf("--range=DURATION"))
                .isBetween(1, manual.indexOf("--topic=TOPIC"));
    }

    private static RollingSpendOptions parse(String... args) {
        return Asked.options(RollingSpendJob.JOB, args);
    }

    private static String answer(String... args) {
        return Asked.answer(RollingSpendJob.JOB, args);
    }
}
