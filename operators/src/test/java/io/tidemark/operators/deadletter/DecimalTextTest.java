package io.tidemark.operators.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.00",
                "12.50",
                "-505.30",
                "0.1",
                "1e5",
                "1E-5",
                "99999999999999999999999999999999999999",
                "0.00000000000000000000000000000000000001",
                "1e38",
                "0e38",
                "1e-38"
            })
    void readsWithoutRounding(String text) throws Exception {
        assertThat(DecimalText.read(text, "amount")).isEqualTo(new BigDecimal(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " 1",
                "1 ",
                "NaN",
                "Infinity",
                "-",
                ".",
                "e5",
                "1,5",
                "1_000",
                "0x1F",
                "£5",
                "true",
                "1e39",
                "1e-39",
                "0e39",
                "1e1000000000",
                "1e-1000000000",
                "0e1000000000",
                "1e99999999999",
                "999999999999999999999999999999999999999",
                "0.000000000000000000000000000000000000001"
            })
    void refuses(String text) {
        assertThatThrownBy(() -> DecimalText.read(text, "amount"))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> {
                            assertThat(rejected.reason()).isEqualTo(Reason.NOT_A_NUMBER);
                            assertThat(rejected.detail())
                                    .isEqualTo(
                                            "field \"amount\" holds \""
                                                    + text
                                                    + "\": expected a decimal number of at most 38 digits, as in 12.50");
                        });
    }

    @Test
    void quotesNoMoreThanOneLooksAt() {
        assertThatThrownBy(() -> DecimalText.read("9".repeat(1_000_000), "amount"))
                .isInstanceOfSatisfying(
                        RejectedRecordException.class,
                        rejected -> assertThat(rejected.detail()).hasSizeLessThan(200));
    }
}
