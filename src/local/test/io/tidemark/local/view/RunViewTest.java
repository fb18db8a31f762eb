package io.tidemark.local.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidemark.local.ledger.Ledger;
import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.traffic.FeedProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RunViewTest {

    private static final Ledger LEDGER = new Ledger(1, 1, 0, 0, 0, 0, true, 0, 0);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void plainLinesHoldNothingThatSteersATerminal() {
        try (RunView view = RunView.of(out, false, 80)) {
            view.line("web UI: http://localhost:8081");
            view.onResult(ViewTextTest.row("DE", false));
            view.tick(status(5, 0.5));
            view.ledger(LEDGER);
        }

        assertThat(printed())
                .doesNotContain("\u001b", "\r")
                .containsSubsequence(
                        "web UI", "window (UTC)", "DE", "on time 5", "The ledger", "✓ adds up");
    }

    @Test
    void plainStatusComesOnlyWhenItHasChangedAndNotBeforeTwoSecondsArePast() {
        long[] now = {0};
        PlainView view = new PlainView(out, () -> now[0]);
        for (int i = 0; i < 50; i++) {
            view.tick(status(i, 0.5));
            now[0] += 100_000_000;
        }
        assertThat(printed().lines()).hasSize(3);

        for (int i = 0; i < 50; i++) {
            view.tick(status(49, 0.5));
            now[0] += 100_000_000;
        }
        assertThat(printed().lines()).hasSize(4);
    }

    @Test
    void plainLinesTellHowItStoodAtTheEnd() {
        PlainView view = new PlainView(out, () -> 0);
        view.tick(status(1, 0.5));
        view.tick(status(2, 0.5));
        view.ledger(LEDGER);
        view.close();

        assertThat(printed()).containsSubsequence("on time 1 ", "on time 2 ", "The ledger");
    }

    @Test
    void inATerminalWindowsStayAndTheStatusIsDrawnOnce() {
        TerminalView view = new TerminalView(out, 100, Palette.plain());
        view.line("before");
        for (int i = 0; i < 3; i++) {
            view.onResult(ViewTextTest.row("key" + i, i == 2));
            view.tick(status(i, 0.5));
        }
        List<String> screen = screen();

        assertThat(screen.get(0)).isEqualTo("before");
        assertThat(screen.get(1)).startsWith("window (UTC)");
        assertThat(screen.get(2)).contains("key0").endsWith("on time");
        assertThat(screen.get(4)).contains("key2").endsWith("update");
        assertThat(screen.subList(5, 9))
                .containsExactly(
                        "",
                        "on time 2 · late 0 · duplicate 0 · rejected 0 · windows 0",
                        "watermark 10.1 s behind the newest event",
                        "████████████░░░░░░░░░░░░  50%  fed 7 records");
        assertThat(screen).hasSize(9);
    }

    @Test
    void aLineGoesAboveTheStatus() {
        TerminalView view = new TerminalView(out, 100, Palette.plain());
        view.tick(status(1, 0.5));
        view.line("a savepoint is taken");

        assertThat(screen()).hasSize(5).first().isEqualTo("a savepoint is taken");
    }

    @Test
    void eachReasonForRejectionIsToldOnce() {
        List<String> told = new ArrayList<>();
        for (RunView view :
                List.of(new TerminalView(out, 100, Palette.plain()), new PlainView(out, () -> 0))) {
            bytes.reset();
            view.onDeadLetter(deadLetter(7, "time_unparsable", "field \"at\" holds \"\u001b[2J\""));
            view.onDeadLetter(deadLetter(8, "time_unparsable", "another"));
            view.tick(status(1, 0.5));
            view.onDeadLetter(deadLetter(9, "not_json", "a bracket is missing"));
            view.onDeadLetter("null");
            view.onDeadLetter("no JSON");
            view.ledger(LEDGER);
            view.close();
            told.add(
                    String.join(
                            "\n",
                            screen().stream()
                                    .filter(line -> line.startsWith("rejected as"))
                                    .toList()));
        }

        assertThat(told)
                .containsOnly(
                        """
                        rejected as time_unparsable, for example orders, partition 0, offset 7: \
                        field "at" holds "\uFFFD[2J"
                        rejected as not_json, for example orders, partition 0, offset 9: \
                        a bracket is missing""");
    }

    @Test
    void theLedgerTakesThePlaceOfTheStatus() {
        TerminalView view = new TerminalView(out, 100, Palette.coloured());
        view.tick(status(1, 0.5));
        view.ledger(LEDGER);
        view.close();

        assertThat(screen()).contains("The ledger", "  ✓ adds up").noneMatch(l -> l.contains("·"));
        assertThat(printed()).contains("\u001b[32m  ✓ adds up\u001b[0m");
    }

    @Test
    void aWindowFitsIntoEightyColumns() {
        TerminalView view = new TerminalView(out, 80, Palette.plain());
        view.onResult(ViewTextTest.row("DE", false));
        view.tick(status(1, 0.5));

        assertThat(screen().get(1)).endsWith("  on time");
    }

    @Test
    void noLineOfTheStatusIsWiderThanTheTerminal() {
        TerminalView view = new TerminalView(out, 30, Palette.coloured());
        view.onResult(ViewTextTest.row("DE", true));
        view.tick(status(1_000_000, 0.5));

        assertThat(screen()).allSatisfy(line -> assertThat(line.length()).isLessThan(30));
    }

    @Test
    void aPaletteWithoutColoursLeavesTextAlone() {
        TerminalView view = new TerminalView(out, 100, Palette.plain());
        view.onResult(ViewTextTest.row("DE", true));
        view.tick(status(1, 0.5));
        view.ledger(LEDGER);

        assertThat(printed()).doesNotContainPattern("\u001b\\[\\d*m");
    }

    private static String deadLetter(long offset, String reason, String detail) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("topic", "orders")
                .put("partition", 0)
                .put("offset", offset)
                .put("reason", reason)
                .put("detail", detail)
                .toString();
    }

    private static RunStatus status(long onTime, double share) {
        return new RunStatus(
                Optional.of(new FeedProgress(7, 0, OptionalDouble.of(share), 110_100, false, null)),
                new OutputCounts(onTime, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                OptionalLong.of(100_000));
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** What a terminal shows of the printed text, without its colours. */
    private List<String> screen() {
        Matcher parts =
                Pattern.compile("\u001b\\[(\\d*)([A-Za-z])|\r|\n|[^\r\n\u001b]+")
                        .matcher(printed());
        List<String> lines = new ArrayList<>(List.of(""));
        int at = 0;
        while (parts.find()) {
            String part = parts.group();
            if (part.equals("\n")) {
                at++;
                if (at == lines.size()) {
                    lines.add("");
                }
            } else if ("A".equals(parts.group(2))) {
                at -= Integer.parseInt(parts.group(1));
            } else if ("J".equals(parts.group(2))) {
                lines.subList(at, lines.size()).clear();
                lines.add("");
            } else if (!part.startsWith("\u001b") && !part.equals("\r")) {
                lines.set(at, lines.get(at) + part);
            }
        }
        return lines.subList(0, lines.size() - 1);
    }
}
