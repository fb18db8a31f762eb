package io.tidemark.jobs.watermarklab;

import static io.tidemark.jobs.watermarklab.Figures.count;
import static io.tidemark.jobs.watermarklab.Figures.lostShare;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** The page in a real browser, held against the report that it was made from. */
class ReportPageIT {

    private static final LabReport.Window MINUTE = new LabReport.Window("1 min", 60_000);
    private static final List<Trace.Event> EVENTS = Trace.ofShop(7, 20_000, 120);
    private static final LabReport REPORT =
            Reports.of(
                    EVENTS,
                    MINUTE,
                    new LabReport.Window("10 s", 10_000),
                    new LabReport.Window("15 min", 900_000));

    private static final LabReport.Recommendation ANSWER =
            Objects.requireNonNull(REPORT.recommendation());

    private static Path directory;
    private static Browser browser;
    private static ShownReport page;

    @BeforeAll
    static void start(@TempDir Path temporary) throws IOException {
        directory = temporary;
        browser = Browser.start();
        page = new ShownReport(browser, REPORT);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static void open(LabReport report, int width, String theme) throws IOException {
        Path file = directory.resolve("report.html");
        try (OutputStream out = Files.newOutputStream(file)) {
            ReportPage.write(report, out);
        }
        browser.looks(width, theme);
        browser.complaints();
        browser.requests();
        browser.driver().get(file.toUri().toString());
    }

    @Test
    void asksTheNetworkForNothing() throws IOException {
        open(REPORT, 1280, "light");
        page.drag(40);
        page.choose(1);
        browser.find("tab-strategies").click();

        assertThat(browser.requests())
                .isNotEmpty()
                .allMatch(
                        request ->
                                request.contains("\"url\":\"file:///")
                                        || request.contains("\"url\":\"data:"));
        assertThat(browser.number("performance.getEntriesByType('resource').length")).isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void couldNotAskTheNetworkIfItWanted() throws IOException {
        open(REPORT, 1280, "light");

        Object answer =
                browser.driver()
                        .executeAsyncScript(
                                "const done = arguments[arguments.length - 1];"
                                        + "document.addEventListener('securitypolicyviolation',"
                                        + " e => done(e.violatedDirective), {once: true});"
                                        + "fetch('http://127.0.0.1:9/').catch(() => {});");

        assertThat(answer).isEqualTo("connect-src");
    }

    @Test
    void showsTheNumbersOfEachDelayAndWindow() throws IOException {
        open(REPORT, 1280, "light");
        page.assertShown(ANSWER.index(), ANSWER.window());
        int last = REPORT.delays().delayMs().size() - 1;
        Set<Integer> indexes = new TreeSet<>(List.of(0, 1, 7, ANSWER.index(), last - 1, last));
        for (int i = 12; i < last; i += 9) {
            indexes.add(i);
        }
        for (int window = 0; window < REPORT.windows().size(); window++) {
            page.choose(window);
            for (int index : indexes) {
                page.press(index);
                page.assertShown(index, window);
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void followsTheMouse() throws IOException {
        open(REPORT, 1280, "dark");
        int before = page.shownIndex();
        Set<Integer> seen = new TreeSet<>();
        for (int percent : new int[] {3, 30, 55, 80, 97, 10}) {
            page.drag(percent);
            int index = page.shownIndex();
            assertThat(index * 100.0 / (REPORT.delays().delayMs().size() - 1))
                    .isBetween(percent - 4.0, percent + 4.0);
            page.assertShown(index, 0);
            seen.add(index);
        }
        assertThat(seen).hasSize(6);

        browser.find("recommended").click();

        assertThat(page.shownIndex()).isEqualTo(before);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theCurveMovesTheSlider() throws IOException {
        open(REPORT, 1280, "light");
        WebElement plot = browser.driver().findElement(By.cssSelector("#curve .u-over"));

        new Actions(browser.driver()).moveToElement(plot).click().perform();

        int index = page.shownIndex();
        assertThat(index).isNotEqualTo(ANSWER.index());
        page.assertShown(index, 0);
    }

    @Test
    void theKeyboardMovesFurtherByPagesAndSaysWhatItFound() throws IOException {
        open(REPORT, 1280, "light");
        WebElement slider = browser.find("delay");
        slider.sendKeys(Keys.HOME, Keys.PAGE_UP);
        int further = page.shownIndex();

        assertThat(further).isGreaterThan(1);
        page.assertShown(further, 0);
        slider.sendKeys(Keys.PAGE_DOWN);
        page.assertShown(0, 0);
        assertThat(slider.getDomAttribute("aria-valuetext"))
                .startsWith("0 seconds: ")
                .contains(count(REPORT.delays().lost().get(0).get(0)) + " events lost");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () ->
                                assertThat(browser.run("return spoken.textContent"))
                                        .isEqualTo(slider.getDomAttribute("aria-valuetext")));
    }

    @Test
    void showsWhenWindowsEmit() throws IOException {
        open(REPORT, 1280, "light");
        for (int index : new int[] {0, 25, ANSWER.index(), 90}) {
            page.press(index);
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> page.assertStrip(index));
        }
        String first = page.strip().get(0).getDomAttribute("data-start");
        browser.find("later").click();
        assertThat(page.strip().get(0).getDomAttribute("data-start")).isGreaterThan(first);
        page.assertStrip(90);
    }

    @Test
    void saysAboutWhereTheProgressIsThinned() throws IOException {
        Judged judged = Judged.of(EVENTS, true, REPORT.windows());
        open(REPORT, 1280, "light");
        assertThat(REPORT.progress().exact()).isFalse();

        assertThat(browser.text("strip")).contains("emits about ");
        assertThat(browser.text("strip-note"))
                .contains(
                        count(REPORT.progress().maxEventMs().size()) + " points", "off by at most");
        long delay = ANSWER.delayMs();
        int close = 0;
        for (WebElement row : page.strip()) {
            long end = Long.parseLong(row.getDomAttribute("data-start")) + MINUTE.sizeMs();
            double off = Double.parseDouble(row.getDomAttribute("data-off"));
            double emits = Double.parseDouble(row.getDomAttribute("data-emits"));
            int point = 0;
            while (Judged.watermark(judged.progressMax.get(point), delay) < end - 1) {
                point++;
            }
            double wrong = Math.abs(judged.progressArrival.get(point) - emits);
            assertThat(wrong).as("as the page says").isLessThanOrEqualTo(off + 1);
            close += wrong < 1_000 ? 1 : 0;
        }
        assertThat(close).as("nearer than the points lie apart").isGreaterThanOrEqualTo(3);
    }

    @Test
    void saysItPlainlyWhereEveryMomentIsKnown() throws IOException {
        LabReport small = Reports.of(Trace.ofShop(7, 1_500, 30), MINUTE);
        assertThat(small.progress().exact()).isTrue();
        open(small, 1280, "light");

        assertThat(browser.text("strip")).contains("emits ").doesNotContain("about");
        assertThat(browser.find("strip-note").isDisplayed()).isFalse();
        new ShownReport(browser, small)
                .assertStrip(Objects.requireNonNull(small.recommendation()).index());
    }

    @Test
    void saysWhatIsUnknown() throws IOException {
        open(REPORT, 1280, "light");
        assertThat(browser.text("truncation-text")).contains("An estimated 0.12% of the events");
        assertThat(browser.text("truncation-table")).doesNotContain("unknown");

        open(Reports.untold(REPORT), 1280, "light");

        assertThat(browser.text("truncation-text")).contains("is unknown").doesNotContain("%");
        assertThat(cells("truncation-table", 2)).endsWith("unknown", "unknown").hasSize(5);
        assertThat(cells("reaching", 2)).contains("unknown");
        assertThat(browser.complaints()).isEmpty();
    }

    /** The texts of a row of a table, the first row being 1. */
    private static List<String> cells(String table, int row) {
        return browser
                .driver()
                .findElements(By.cssSelector("#" + table + " tbody tr:nth-child(" + row + ") > *"))
                .stream()
                .map(WebElement::getText)
                .toList();
    }

    @Test
    void theTableHoldsEveryDelay() throws IOException {
        open(REPORT, 1280, "light");
        browser.driver().findElement(By.cssSelector("#all-delays summary")).click();
        page.choose(2);
        LabReport.Delays delays = REPORT.delays();
        long all = REPORT.events().analysed();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () ->
                                assertThat(browser.text("curve-table"))
                                        .contains("lost to its 15 min window"));
        Object cells =
                browser.run(
                        "return [...document.querySelectorAll('#curve-table tbody tr')]"
                                + ".map(row => row.children[2].textContent"
                                + " + ' / ' + row.children[3].textContent)");
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < delays.delayMs().size(); i++) {
            long behind = delays.behind().get(i);
            expected.add(
                    count(delays.lost().get(2).get(i))
                            + " / "
                            + count(behind)
                            + " ("
                            + lostShare(behind, all)
                            + ")");
        }
        assertThat(cells).isEqualTo(expected);
    }

    @Test
    void tabsAreReachedByKeyboard() throws IOException {
        open(REPORT, 1280, "light");
        browser.find("tab-delay").sendKeys(Keys.ARROW_RIGHT);

        WebElement tab = browser.driver().switchTo().activeElement();
        assertThat(tab.getDomAttribute("id")).isEqualTo("tab-strategies");
        assertThat(tab.getDomAttribute("aria-selected")).isEqualTo("true");
        assertThat(browser.find("panel-strategies").isDisplayed()).isTrue();
        assertThat(browser.find("panel-delay").isDisplayed()).isFalse();
        String table = browser.text("strategies");
        for (LabReport.Strategy strategy : REPORT.strategies()) {
            assertThat(table)
                    .contains(
                            strategy.name(),
                            strategy.java(),
                            count(strategy.behind())
                                    + " ("
                                    + lostShare(strategy.behind(), REPORT.events().analysed())
                                    + ")");
        }
        assertThat(cells("strategies", 1))
                .contains(
                        count(REPORT.strategies().get(0).noWatermark())
                                + " ("
                                + lostShare(
                                        REPORT.strategies().get(0).noWatermark(),
                                        REPORT.events().analysed())
                                + ")");
        assertThat(browser.text("strategies-notes"))
                .contains(
                        "delay + (step − 1 ms) / 2",
                        "since the first event of its partition",
                        "Punctuated",
                        "Idle-advancing",
                        "Aligned");
        tab.sendKeys(Keys.HOME);
        assertThat(browser.find("panel-delay").isDisplayed()).isTrue();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void themesFollowTheSystemUntilAskedOtherwise() throws IOException {
        open(REPORT, 1280, "dark");
        @Nullable Object dark = background();
        browser.find("theme").click();
        @Nullable Object chosen = background();
        browser.looks(1280, "light");

        assertThat(chosen).isNotEqualTo(dark).isEqualTo(background());
        browser.find("theme").click();
        assertThat(background()).isEqualTo(dark);
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void isReadableInBothThemesAndOnAPhone(String theme) throws IOException {
        for (int width : new int[] {1280, 390}) {
            open(REPORT, width, theme);
            browser.shoot("delay-" + theme + "-" + width);
            assertReadable(width);
            browser.find("tab-strategies").click();
            browser.shoot("strategies-" + theme + "-" + width);
            assertReadable(width);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void whatIsWrongWithAPageIsFound() throws IOException {
        open(REPORT, 390, "light");
        browser.run(
                "reason.style.color = 'rgb(200, 200, 200)'; reason.style.width = '500px';"
                        + "console.error('oh');");

        assertThat(browser.complaints()).hasSize(1);
        assertThatThrownBy(() -> assertReadable(390)).hasMessageContaining("fits into 390");
        assertThat((List<?>) browser.run(Contrast.SCRIPT)).hasSize(1);
    }

    @Test
    void comesBackFromPaperAsItWas() throws IOException {
        open(REPORT, 1280, "dark");
        @Nullable Object dark = background();
        browser.run(
                "addEventListener('beforeprint', () => { window.printed ="
                        + " getComputedStyle(document.body).backgroundColor + ' ' +"
                        + " document.querySelectorAll('[role=tabpanel]:not([hidden])').length; })");
        browser.print("report");

        assertThat(browser.run("return window.printed"))
                .as("light, and both tabs")
                .isEqualTo("rgb(251, 252, 253) 2");
        assertThat(background()).isEqualTo(dark);
        assertThat(browser.find("panel-strategies").isDisplayed()).isFalse();
    }

    /** Paper does not scroll: what a table has beyond the edge is lost. */
    @Test
    void tablesFitOntoPaper() throws IOException {
        open(REPORT, 700, "light");
        browser.onPaper();

        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('table')]"
                                        + ".filter(table => table.getBoundingClientRect().right > innerWidth)"
                                        + ".map(table => table.id)"))
                .isEqualTo(List.of());
        browser.shoot("paper");
    }

    @Test
    void copiesTheLine() throws IOException {
        open(REPORT, 1280, "light");
        browser.driver().findElement(By.cssSelector("#line button")).click();

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () ->
                                assertThat(browser.run("return copied.textContent"))
                                        .isEqualTo("The line is in the clipboard."));
        assertThat(browser.text("java")).isEqualTo(ANSWER.java());
    }

    @Test
    void takesWhatItIsGivenAsText() throws IOException {
        String evil = "</script><img src=x onerror=\"window.owned=1\"><b>\u2028'\"&amp;";
        open(Reports.named(REPORT, evil), 1280, "light");

        assertThat(browser.text("source")).contains("</script><img src=x").contains("&amp;");
        assertThat(browser.text("keys")).contains("</script><img src=x");
        assertThat(browser.text("notes")).contains("</script><img src=x");
        assertThat(browser.number("document.querySelectorAll('img, main b').length")).isZero();
        assertThat(browser.run("return window.owned")).isNull();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void showsHistoriesThatAreHardlyAny() throws IOException {
        openQuietly(Reports.of(Trace.ofOneMoment(1), MINUTE), "one");
        assertThat(browser.text("headline"))
                .startsWith("Don’t wait: 100% of all events arrive in time for their minute");
        openQuietly(Reports.of(Trace.ofOneMoment(300), MINUTE), "identical");
        assertThat(browser.text("lost")).isEqualTo("0");
        assertThat(browser.text("completeness")).isEqualTo("100%");
        openQuietly(Reports.of(List.of(), MINUTE), "empty");
        assertThat(browser.text("headline")).isEqualTo("There was no event to analyse.");
        openQuietly(Reports.ofRowOrder(Trace.ofFile(9, 3_000, 30), MINUTE), "row-order");
        assertThat(browser.text("scatter-title")).endsWith("its disorder");
        assertThat(browser.text("partitions")).doesNotContain("lag");
    }

    private static void openQuietly(LabReport report, String name) throws IOException {
        for (int width : new int[] {390, 1280}) {
            open(report, width, "light");
            assertReadable(width);
        }
        browser.shoot("little-" + name);
        browser.find("tab-strategies").click();
        browser.find("tab-delay").click();
        if (browser.find("delay").isEnabled()) {
            browser.find("delay").sendKeys(Keys.END);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    /** To the left nothing scrolls: what sticks out there is lost. */
    private static final String CUT_LABELS =
            "return [...document.querySelectorAll('#recommended, .pointer span, .strip-axis span')]"
                    + ".filter(label => label.offsetWidth > 0).filter(label => {"
                    + " const box = label.getBoundingClientRect();"
                    + " const room = (label.closest('.u-over') || label.parentElement)"
                    + ".getBoundingClientRect();"
                    + " return box.left < room.left - 1 || box.right > room.right + 1; })"
                    + ".map(label => label.textContent)";

    private static @Nullable Object background() {
        return browser.run("return getComputedStyle(document.body).backgroundColor");
    }

    /** Nothing sticks out sideways, and every text stands out from what is behind it (WCAG AA). */
    private static void assertReadable(int width) {
        assertThat(browser.number("document.documentElement.scrollWidth"))
                .as("the page fits into " + width)
                .isLessThanOrEqualTo(width);
        assertThat(browser.run(Contrast.SCRIPT)).isEqualTo(List.of());
        assertThat(browser.run(CUT_LABELS))
                .as("labels of marks that are cut off")
                .isEqualTo(List.of());
        assertThat(
                        browser.run(
                                "const levels = [...document.querySelectorAll('h1,h2,h3')]"
                                        + ".filter(h => !h.closest('[hidden]'))"
                                        + ".map(h => Number(h.tagName[1]));"
                                        + "return levels[0] === 1 && levels.every((l, i) =>"
                                        + " i === 0 || l <= levels[i - 1] + 1)"))
                .as("headings in order")
                .isEqualTo(true);
    }
}
