package io.tidemark.jobs.ordersperminute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.jobs.cli.Delivery;
import io.tidemark.jobs.cli.UsageException;
import io.tidemark.jobs.orders.Asked;
import io.tidemark.jobs.orders.OrderFields;
import io.tidemark.jobs.orders.OrderOptions;
import io.tidemark.operators.deadletter.TimeFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrdersPerMinuteCommandTest {

    @Test
    void defaultsAreThoseOfTheManual() {
        OrdersPerMinuteOptions options = parse();

        assertThat(options.orders().topics())
                .isEqualTo(
                        new OrderOptions.Topics(
                                "orders",
                                "orders-per-minute",
                                "orders-late",
                                "orders-dead-letters",
                                "orders-ledger",
                                null));
        assertThat(options.orders().fields())
                .isEqualTo(
                        new OrderFields(
                                "order_id", "country", "ordered_at", TimeFormat.ISO, "amount"));
        assertThat(options.window()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.orders().watermarkDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.orders().watermarkStep()).isEqualTo(Duration.ofMillis(100));
        assertThat(options.orders().maxAhead()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.orders().idleAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.orders().allowedLateness()).isZero();
        assertThat(options.orders().dedupFor()).isEqualTo(Duration.ofHours(1));
        assertThat(options.orders().summaryEvery()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.orders().earliest()).isEqualTo(Instant.parse("2000-01-01T00:00:00Z"));
        assertThat(options.orders().kafka().client())
                .containsEntry("bootstrap.servers", "localhost:9092");
        assertThat(options.orders().kafka().name()).isEqualTo("orders-per-minute");
        assertThat(options.orders().kafka().group()).isEqualTo("orders-per-minute");
        assertThat(options.orders().kafka().from().text()).isEqualTo("earliest");
        assertThat(options.orders().kafka().untilEnd()).isFalse();
        assertThat(options.orders().kafka().delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(options.orders().kafka().transactionTimeout()).isEqualTo(Duration.ofMinutes(15));
        assertThat(options.orders().kafka().restartAllowance()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.orders().kafka().outputPartitions()).isEqualTo(4);
    }

    @Test
    void everyOptionReachesItsPlace() {
        OrdersPerMinuteOptions options =
                parse(
                        "--topic=t1",
                        "--results-topic=t2",
                        "--late-topic=t3",
                        "--dead-letter-topic=t4",
                        "--ledger-topic=t5",
                        "--summary-topic=t6",
                        "--summary-every=30s",
                        "--id-field=i",
                        "--key-field=k",
                        "--value-field=v",
                        "--time-field=t",
                        "--time-format=seconds",
                        "--window=5m",
                        "--watermark-delay=400d",
                        "--watermark-step=1ms",
                        "--max-ahead=2h",
                        "--idle-after=0s",
                        "--allowed-lateness=30s",
                        "--dedup-for=800d",
                        "--earliest=2009-12-01T00:00:00Z",
                        "--bootstrap-servers=h:1",
                        "--group=g",
                        "--name=n",
                        "--from=timestamp:2026-01-01T00:00:00Z",
                        "--until-end",
                        "--delivery=at-least-once",
                        "--transaction-timeout=5m",
                        "--restart-allowance=10s",
                        "--output-partitions=2");

        assertThat(options.orders().topics())
                .isEqualTo(new OrderOptions.Topics("t1", "t2", "t3", "t4", "t5", "t6"));
        assertThat(options.orders().fields())
                .isEqualTo(new OrderFields("i", "k", "t", TimeFormat.SECONDS, "v"));
        assertThat(options.window()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.orders().watermarkDelay()).isEqualTo(Duration.ofDays(400));
        assertThat(options.orders().watermarkStep()).isEqualTo(Duration.ofMillis(1));
        assertThat(options.orders().maxAhead()).isEqualTo(Duration.ofHours(2));
        assertThat(options.orders().idleAfter()).isZero();
        assertThat(options.orders().allowedLateness()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.orders().dedupFor()).isEqualTo(Duration.ofDays(800));
        assertThat(options.orders().summaryEvery()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.orders().earliest()).isEqualTo(Instant.parse("2009-12-01T00:00:00Z"));
        assertThat(options.orders().kafka().client()).containsEntry("bootstrap.servers", "h:1");
        assertThat(options.orders().kafka().group()).isEqualTo("g");
        assertThat(options.orders().kafka().name()).isEqualTo("n");
        assertThat(options.orders().kafka().from().text())
                .isEqualTo("timestamp:2026-01-01T00:00:00Z");
        assertThat(options.orders().kafka().untilEnd()).isTrue();
        assertThat(options.orders().kafka().delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(options.orders().kafka().transactionTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.orders().kafka().restartAllowance()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.orders().kafka().outputPartitions()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"0s, 1", "50ms, 1", "10s, 100", "400d, 345600000"})
    void theStepIsOnePercentOfTheDelayAndAtLeastAMillisecond(String delay, long stepMillis) {
        assertThat(parse("--watermark-delay=" + delay).orders().watermarkStep())
                .isEqualTo(Duration.ofMillis(stepMillis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--window=0s",
                "--window=soon",
                "--watermark-step=0ms",
                "--watermark-delay=-1s",
                "--dedup-for=59s",
                "--time-format=nanos",
                "--from=yesterday",
                "--from=timestamp:noon",
                "--delivery=exactly_twice",
                "--transaction-timeout=1ms",
                "--output-partitions=0",
                "--output-partitions=many",
                "--summary-every=0s",
                "--summary-every=1m", // without a topic
                "--summary-topic=",
                "--earliest=then",
                "--earliest=2000-13-01",
                "--earliest=-0001-12-31",
                "--earliest=-999999999-01-01T00:00:00Z",
                "--earliest=+10000-01-01",
                "--id-field=",
                "--bootstrap-servers=",
                "--no-such-option=1"
            })
    void wrongValuesAreRefusedAndNamed(String argument) {
        String option = argument.substring(0, argument.indexOf('='));
        assertThatThrownBy(() -> parse(argument))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(option);
    }

    @Test
    void whatCannotBeParsedIsToldWhereTheManualIs() {
        for (String argument : List.of("--windoww=1m", "--window=soon", "1m")) {
            assertThatThrownBy(() -> parse(argument)).hasMessageEndingWith("; see --help");
        }
    }

    @Test
    void aDedupHorizonBelowWindowAndLatenessIsRefusedWithBothNumbers() {
        assertThatThrownBy(() -> parse("--window=1h", "--allowed-lateness=1m", "--dedup-for=1h"))
                .hasMessageContaining("--dedup-for=1h")
                .hasMessageContaining("61m");
        assertThat(
                        parse("--window=1h", "--allowed-lateness=1m", "--dedup-for=61m")
                                .orders()
                                .dedupFor())
                .isEqualTo(Duration.ofMinutes(61));
    }

    @Test
    void twoRolesForOneTopicAreRefused() {
        assertThatThrownBy(() -> parse("--late-topic=orders"))
                .hasMessageContaining("five different names");
        assertThatThrownBy(() -> parse("--summary-topic=orders-ledger"))
                .hasMessageContaining("--summary-topic")
                .hasMessageContaining("six different names");
    }

    @Test
    void describesItselfWithoutTouchingAnything() {
        assertThat(answer("--describe", "--topic=t", "--time-format=MILLIS", "--until-end"))
                .contains("\"topic\":\"t\"")
                .contains("\"time_format\":\"millis\"")
                .contains("\"until_end\":true")
                .contains("\"ledger\":\"orders-ledger\"")
                .contains("\"events\":\"/count\"");
        assertThat(answer("--describe", "--window=0s")).contains("\"usage_error\":\"--window=0s");
        assertThat(answer("--describe", "--windoow=1m"))
                .contains("\"usage_error\"")
                .contains("--windoow");
    }

    @Test
    void theManualFitsIntoEightyColumnsAndNamesEveryOptionWithItsUnit() {
        assertThat(Asked.manual(OrdersPerMinuteJob.JOB))
                .contains(
                        "--watermark-delay=DURATION",
                        "in event time",
                        "Default: orders-per-minute",
                        "--dedup-for=DURATION",
                        "--from=PLACE",
                        "--transaction-timeout=DURATION");
    }

    private static OrdersPerMinuteOptions parse(String... args) {
        return Asked.options(OrdersPerMinuteJob.JOB, args);
    }

    private static String answer(String... args) {
        return Asked.answer(OrdersPerMinuteJob.JOB, args);
    }
}
