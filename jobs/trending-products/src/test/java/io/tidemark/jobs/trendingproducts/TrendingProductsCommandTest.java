package io.tidemark.jobs.trendingproducts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.UsageException;
import io.tidemark.jobs.orders.Asked;
import io.tidemark.jobs.orders.OrderOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrendingProductsCommandTest {

    @Test
    void defaultsAreThoseOfTheManual() {
        TrendingProductsOptions options = parse();

        assertThat(options.window()).isEqualTo(Duration.ofMinutes(10));
        assertThat(options.hop()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.top()).isEqualTo(10);
        assertThat(options.rankBy()).isEqualTo(RankBy.COUNT);
        assertThat(options.orders().fields().key()).isEqualTo("product");
        assertThat(options.orders().kafka().group()).isEqualTo("trending-products");
        assertThat(options.orders().topics())
                .isEqualTo(
                        new OrderOptions.Topics(
                                "orders",
                                "trending-products",
                                "trending-products-late",
                                "trending-products-dead-letters",
                                "trending-products-ledger",
                                null));
    }

    @Test
    void everyOptionOfItsOwnReachesItsPlace() {
        TrendingProductsOptions options =
                parse("--window=5m", "--hop=30s", "--top=3", "--rank-by=sum", "--key-field=k");

        assertThat(options.window()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.hop()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.top()).isEqualTo(3);
        assertThat(options.rankBy()).isEqualTo(RankBy.SUM);
        assertThat(options.orders().fields().key()).isEqualTo("k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--window=0s",
                "--hop=0s",
                "--hop=11m",
                "--top=0",
                "--top=1001",
                "--rank-by=taste",
                "--dedup-for=9m",
                "--key-field="
            })
    void wrongValuesAreRefusedAndNamed(String argument) {
        String option = argument.substring(0, argument.indexOf('='));
        assertThatThrownBy(() -> parse(argument))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option);
    }

    @Test
    void describesItselfWithTheRowsThatTheLedgerCounts() {
        assertThat(answer("--describe"))
                .contains("\"job\":\"trending-products\"")
                .contains("\"key_field\":\"product\"")
                .contains("\"events\":\"/settled\"");
    }

    @Test
    void theManualFitsIntoEightyColumnsAndBeginsWithItsOwnOptions() {
        String manual = Asked.manual(TrendingProductsJob.JOB);

        assertThat(manual.indexOf("--hop=DURATION")).isBetween(1, manual.indexOf("--topic=TOPIC"));
        assertThat(manual).contains("Default: product", "Default: trending-products-late");
    }

    private static TrendingProductsOptions parse(String... args) {
        return Asked.options(TrendingProductsJob.JOB, args);
    }

    private static String answer(String... args) {
        return Asked.answer(TrendingProductsJob.JOB, args);
    }
}
