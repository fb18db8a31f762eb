package io.tidemark.jobs.usersessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import io.tidemark.jobs.orders.Asked;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserSessionsCommandTest {

    @Test
    void defaultsAreThoseOfTheManual() {
        UserSessionsOptions options = parse();

        assertThat(options.gap()).isEqualTo(Duration.ofMinutes(30));
        assertThat(options.orders().fields().key()).isEqualTo("phone");
        assertThat(options.orders().topics().results()).isEqualTo("user-sessions");
        assertThat(options.orders().topics().late()).isEqualTo("user-sessions-late");
        assertThat(options.orders().topics().deadLetters()).isEqualTo("user-sessions-dead-letters");
        assertThat(options.orders().topics().ledger()).isEqualTo("user-sessions-ledger");
        assertThat(parse("--gap=5s").gap()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--gap=0s", "--gap=long", "--dedup-for=1m", "--key-field="})
    void wrongValuesAreRefusedAndNamed(String argument) {
        String option = argument.substring(0, argument.indexOf('='));
        assertThatThrownBy(() -> parse(argument))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option);
    }

    @Test
    void describesItselfWithTheRowsThatTheLedgerCounts() {
        assertThat(answer("--describe"))
                .contains("\"job\":\"user-sessions\"")
                .contains("\"key_field\":\"phone\"")
                .contains("\"events\":\"/count\"");
    }

    @Test
    void theManualFitsIntoEightyColumnsAndBeginsWithItsOwnOptions() {
        String manual = Asked.manual(UserSessionsJob.JOB);

        assertThat(manual.indexOf("--gap=DURATION")).isBetween(1, manual.indexOf("--topic=TOPIC"));
    }

    private static UserSessionsOptions parse(String... args) {
        return Asked.options(UserSessionsJob.JOB, args);
    }

    private static String answer(String... args) {
        return Asked.answer(UserSessionsJob.JOB, args);
    }
}
