package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TextsTest {

    @Test
    void eachKindOfValueHasItsText() {
        UUID id = UUID.randomUUID();
        assertThat(Texts.of("c", null)).isNull();
        assertThat(Texts.of("c", "text")).isEqualTo("text");
        assertThat(Texts.of("c", -5L)).isEqualTo("-5");
        assertThat(Texts.of("c", new BigInteger("123456789012345678901")))
                .isEqualTo("123456789012345678901");
        assertThat(Texts.of("c", new BigDecimal("1E+3"))).isEqualTo("1000");
        assertThat(Texts.of("c", 0.1d)).isEqualTo("0.1");
        assertThat(Texts.of("c", Float.POSITIVE_INFINITY)).isEqualTo("Infinity");
        assertThat(Texts.of("c", true)).isEqualTo("true");
        assertThat(Texts.of("c", id)).isEqualTo(id.toString());
        assertThat(Texts.of("c", LocalDate.of(2026, 1, 2))).isEqualTo("2026-01-02");
        assertThat(Texts.of("c", DayOfWeek.MONDAY)).isEqualTo("MONDAY");
        assertThat(Texts.of("c", new byte[] {1, -1})).isEqualTo("\\x01ff");
    }

    @Test
    void oneInstantHasOneText() {
        OffsetDateTime time = OffsetDateTime.parse("2026-01-02T03:04:05+02:00");
        assertThat(Texts.of("c", time))
                .isEqualTo("2026-01-02T01:04:05Z")
                .isEqualTo(Texts.of("c", time.toInstant()))
                .isEqualTo(Texts.of("c", time.toZonedDateTime()));
    }

    @Test
    void equalNumbersAreOneKey() {
        assertThat(Texts.ofKey("c", new BigDecimal("1.50")))
                .isEqualTo(Texts.ofKey("c", new BigDecimal("1.5")));
        assertThat(Texts.of("c", new BigDecimal("1.50"))).isEqualTo("1.50");
    }

    @Test
    void aValueOfAnotherKindIsRefusedByItsColumn() {
        assertThatThrownBy(() -> Texts.of("items", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"items\" is given a java.util.");
    }
}
