package io.tidemark.local.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.ledger.ResultRow;
import io.tidemark.local.traffic.FeedProgress;
import io.tidemark.local.traffic.TrafficRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ViewTextTest {

    @Test
    void spansAreShownInTheUnitsOneThinksIn() {
        assertThat(HumanText.span(0)).isEqualTo("0 ms");
        assertThat(HumanText.span(999)).isEqualTo("999 ms");
        assertThat(HumanText.span(10_123)).isEqualTo("10.1 s");
        assertThat(HumanText.span(119_999)).isEqualTo("119.9 s");
        assertThat(HumanText.span(120_000)).isEqualTo("2 min 0 s");
        assertThat(HumanText.span(7_200_000)).isEqualTo("2 h 0 min");
        assertThat(HumanText.span(400L * 86_400_000 + 3_600_000)).isEqualTo("400 d 1 h");
        assertThat(HumanText.span(Long.MAX_VALUE)).endsWith(" h");
    }

    @Test
    void windowsAreNoFinerThanTheyNeedToBe() {
        assertThat(window("2009-12-01T08:27:00Z", "2009-12-01T08:28:00Z"))
                .isEqualTo("2009-12-01 08:27 – 08:28");
        assertThat(window("2009-12-01T00:00:00Z", "2009-12-02T00:00:00Z"))
                .isEqualTo("2009-12-01 – 2009-12-02");
        assertThat(window("2009-12-01T23:59:00Z", "2009-12-02T00:00:00Z"))
                .isEqualTo("2009-12-01 23:59 – 2009-12-02 00:00");
        assertThat(window("2009-12-01T08:27:00Z", "2009-12-01T08:27:10Z"))
                .isEqualTo("2009-12-01 08:27:00 – 08:27:10");
        assertThat(window("2009-12-01T08:27:00Z", "2009-12-01T08:27:00.500Z"))
                .isEqualTo("2009-12-01 08:27:00.000 – 08:27:00.500");
        assertThat(window("2009-12-01T08:27:00.123Z", "2009-12-01T08:27:10.122Z"))
                .isEqualTo("2009-12-01 08:27:00.123 – 08:27:10.122");
        assertThat(window("2009-12-01T08:27:00.123Z", "2009-12-01T08:27:10.123Z"))
                .isEqualTo("2009-12-01 08:27:00 – 08:27:10");
    }

    @Test
    void amountsKeepAllTheirDecimals() {
        assertThat(HumanText.amount(new BigDecimal("1234505.30"))).isEqualTo("1,234,505.30");
        assertThat(HumanText.amount(new BigDecimal("-7"))).isEqualTo("-7");
        assertThat(HumanText.amount(new BigDecimal("1E+400000"))).isEqualTo("1E+400000");
    }

    @Test
    void aWindowIsOneAlignedLine() {
        assertThat(WindowLines.header())
                .isEqualTo(
                        "window (UTC)                    key                count           sum");
        assertThat(WindowLines.text(row("true", false)))
                .isEqualTo(
                        "2009-12-01 08:27 – 08:28        true                  12        505.30"
                                + "  on time");
        assertThat(WindowLines.text(row("a key that is too long for its column", true)))
                .isEqualTo(
                        "2009-12-01 08:27 – 08:28        a key that is t…      12        505.30"
                                + "  update");
    }

    @Test
    void dataCannotSteerTheTerminal() {
        assertThat(WindowLines.text(row("\u001b[2J\n\u0007\u202e\u2028x", false)))
                .contains("\uFFFD[2J\uFFFD\uFFFD\uFFFD\uFFFDx")
                .doesNotContain("\u001b", "\n", "\u0007", "\u202e", "\u2028");
    }

    @Test
    void textIsCutToColumnsAndNotToCharacters() {
        assertThat(Line.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Line.cut("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(Line.cut("東京都港区", 6)).isEqualTo("東京…");
        assertThat(Line.left("東京", 6)).isEqualTo("東京  ");
        assertThat(Line.cut("😀😀😀", 4)).isEqualTo("😀…");
        assertThat(Line.cut("abc", 0)).isEmpty();
    }

    @Test
    void aFloodIsThinned() {
        WindowLines lines = new WindowLines();
        for (int i = 0; i < 332; i++) {
            lines.add(row("k" + i, false));
        }

        assertThat(lines.take())
                .hasSize(21)
                .last()
                .extracting(WindowLines.Shown::text)
                .isEqualTo("… and 312 more windows");
        assertThat(lines.take()).isEmpty();
    }

    @Test
    void countsNameEachKind() {
        assertThat(StatusText.counts(new OutputCounts(12_345, 3, 1, 420, 421, 12, 0, 0, 0, 0, 0)))
                .isEqualTo("on time 12,345 · late 3 · duplicate 12 · rejected 1 · windows 420");
    }

    @Test
    void theWatermarkIsMeasuredFromTheNewestEventThatWasFed() {
        assertThat(watermark(OptionalLong.of(100_000), 110_100))
                .isEqualTo("watermark 10.1 s behind the newest event");
        assertThat(watermark(OptionalLong.of(1_259_653_500_000L), TrafficRecord.NO_EVENT_TIME))
                .isEqualTo("watermark at 2009-12-01 07:45");
        assertThat(watermark(OptionalLong.of(5_000), 4_000))
                .isEqualTo("watermark at 1970-01-01 00:00:05");
        assertThat(watermark(OptionalLong.empty(), 4_000)).isEqualTo("no watermark yet");
        assertThat(watermark(OptionalLong.of(Long.MIN_VALUE), 4_000)).isEqualTo("no watermark yet");
        assertThat(watermark(OptionalLong.of(Long.MAX_VALUE), 4_000))
                .contains("every window is closed");
    }

    @Test
    void theBarIsFullOnlyWhenAllIsAcknowledged() {
        assertThat(StatusText.feed(feed(28_412, 0, OptionalDouble.of(0.5), false), true))
                .isEqualTo("████████████░░░░░░░░░░░░  50%  fed 28,412 records");
        assertThat(StatusText.feed(feed(9, 0, OptionalDouble.of(1), false), true)).contains(" 99%");
        assertThat(StatusText.feed(feed(9, 0, OptionalDouble.of(1), true), true))
                .isEqualTo("█".repeat(24) + " 100%  fed 9 records");
        assertThat(StatusText.feed(feed(1, 8, OptionalDouble.of(1), true), false))
                .isEqualTo("100% fed 1 record, 8 were there from an earlier run");
        assertThat(StatusText.feed(feed(3, 0, OptionalDouble.empty(), false), true))
                .isEqualTo("fed 3 records");
        assertThat(
                        StatusText.feed(
                                new FeedProgress(
                                        3, 0, OptionalDouble.of(0.1), 0, true, new IOException()),
                                true))
                .isEqualTo("fed 3 records, then it failed");
    }

    @Test
    void theLedgerIsATableAndItsVerdictSaysWhatIsOff() {
        Ledger sound = new Ledger(54_716, 53_628, 0, 1_088, 0, 0, true, 0, 0);

        assertThat(String.join("\n", LedgerTable.lines(sound)))
                .isEqualTo(
                        """
                        The ledger
                          on time              53,628   in windows
                          late                      0   in the late output
                          duplicates            1,088   dropped as repeats
                          rejected                  0   in the dead letters
                          open                      0   in windows that have not closed
                          ───────────────────────────
                          sum                  54,716   of these lines
                          in                   54,716   taken in, from offsets""");
        assertThat(LedgerTable.verdict(sound)).containsExactly("  ✓ adds up");
        assertThat(LedgerTable.verdict(new Ledger(2, 1, 0, 0, 0, 0, true, 0, 0)))
                .containsExactly(
                        "  ✗ does not add up",
                        "    in: 1 event went in that the job has put to no account");
    }

    private static String window(String start, String end) {
        return HumanText.window(Instant.parse(start), Instant.parse(end));
    }

    private static String watermark(OptionalLong millis, long newestEvent) {
        return StatusText.watermark(
                new RunStatus(
                        Optional.of(
                                new FeedProgress(
                                        1, 0, OptionalDouble.empty(), newestEvent, false, null)),
                        OutputCounts.NONE,
                        millis));
    }

    private static FeedProgress feed(long sent, long skipped, OptionalDouble share, boolean done) {
        return new FeedProgress(sent, skipped, share, 0, done, null);
    }

    static ResultRow row(String key, boolean update) {
        return new ResultRow(
                key,
                Instant.parse("2009-12-01T08:27:00Z"),
                Instant.parse("2009-12-01T08:28:00Z"),
                12,
                new BigDecimal("505.30"),
                12,
                update,
                "{}");
    }
}
