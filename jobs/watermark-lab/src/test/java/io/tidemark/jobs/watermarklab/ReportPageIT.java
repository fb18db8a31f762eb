package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.data.Percentage;
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
    private static final LabReport REPORT =
            Reports.of(
                    Trace.ofShop(7, 20_000, 120),
                    MINUTE,
                    new LabReport.Window("10 s", 10_000),
                    new LabReport.Window("15 min", 900_000));

    private static final LabReport.Recommendation ANSWER =
            Objects.requireNonNull(REPORT.recommendation());

    private static Path directory;
    private static Browser browser;

    @BeforeAll
    static void start(@TempDir Path temporary) throws IOException {
        directory = temporary;
        browser = Browser.start();
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
        drag(40);
        choose(1);
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
        assertShown(ANSWER.index(), ANSWER.window());
        int last = REPORT.delays().delayMs().size() - 1;
        Set<Integer> indexes = new TreeSet<>(List.of(0, 1, 7, ANSWER.index(), last - 1, last));
        for (int i = 12; i < last; i += 9) {
            indexes.add(i);
        }
        for (int window = 0; window < REPORT.windows().size(); window++) {
            choose(window);
            for (int index : indexes) {
                WebElement slider = browser.find("delay");
                slider.sendKeys(Keys.HOME);
                slider.sendKeys(Keys.ARROW_RIGHT.toString().repeat(index));
                assertShown(index, window);
            }
        }
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void followsTheMouse() throws IOException {
        open(REPORT, 1280, "dark");
        int before = shownIndex();
        Set<Integer> seen = new TreeSet<>();
        for (int percent : new int[] {3, 30, 55, 80, 97, 10}) {
            drag(percent);
            int index = shownIndex();
            assertThat(index * 100.0 / (REPORT.delays().delayMs().size() - 1))
                    .isBetween(percent - 4.0, percent + 4.0);
            assertShown(index, 0);
            seen.add(index);
        }
        assertThat(seen).hasSize(6);

        browser.find("recommended").click();

        assertThat(shownIndex()).isEqualTo(before);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theCurveMovesTheSlider() throws IOException {
        open(REPORT, 1280, "light");
        WebElement plot = browser.driver().findElement(By.cssSelector("#curve .u-over"));

        new Actions(browser.driver()).moveToElement(plot).click().perform();

        int index = shownIndex();
        assertThat(index).isNotEqualTo(ANSWER.index());
        assertShown(index, 0);
    }

    @Test
    void theKeyboardMovesFurtherByPagesAndSaysWhatItFound() throws IOException {
        open(REPORT, 1280, "light");
        WebElement slider = browser.find("delay");
        slider.sendKeys(Keys.HOME, Keys.PAGE_UP);
        int page = shownIndex();

        assertThat(page).isGreaterThan(1);
        assertShown(page, 0);
        slider.sendKeys(Keys.PAGE_DOWN);
        assertShown(0, 0);
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
            WebElement slider = browser.find("delay");
            slider.sendKeys(Keys.HOME);
            slider.sendKeys(Keys.ARROW_RIGHT.toString().repeat(index));
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertStrip(index));
        }
        String first = strip().get(0).getDomAttribute("data-start");
        browser.find("later").click();
        assertThat(strip().get(0).getDomAttribute("data-start")).isGreaterThan(first);
        assertStrip(90);
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
        assertThat(browser.text("headline")).startsWith("Don’t wait: 100% of each minute’s events");
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

    private static @Nullable Object background() {
        return browser.run("return getComputedStyle(document.body).backgroundColor");
    }

    private static int shownIndex() {
        return Integer.parseInt(browser.find("delay").getDomProperty("value"));
    }

    /** Takes the thumb and leaves it at so many percent of the way. */
    private static void drag(int percent) {
        WebElement slider = browser.find("delay");
        int way = slider.getSize().getWidth() - 26;
        int last = REPORT.delays().delayMs().size() - 1;
        int from = Math.round(way * shownIndex() / (float) last) - way / 2;
        int to = Math.round(way * percent / 100f) - way / 2;
        new Actions(browser.driver())
                .moveToElement(slider, from, 0)
                .clickAndHold()
                .moveByOffset((to - from) / 2, 0)
                .moveByOffset(to - from - (to - from) / 2, 0)
                .release()
                .perform();
    }

    private static void choose(int window) {
        browser.find("window").findElements(By.tagName("option")).get(window).click();
    }

    private static void assertShown(int index, int window) {
        LabReport.Delays delays = REPORT.delays();
        long all = REPORT.events().analysed();
        long lost = delays.lost().get(window).get(index);
        long behind = delays.behind().get(index);
        String at = "at delay " + delays.delayMs().get(index) + " ms, window " + window;
        assertThat(shownIndex()).as(at).isEqualTo(index);
        assertThat(milliseconds(browser.text("delay-text")))
                .as(at)
                .isEqualByComparingTo(BigDecimal.valueOf(delays.delayMs().get(index)));
        assertThat(browser.text("lost")).as(at).isEqualTo(count(lost));
        assertThat(browser.text("lost-share"))
                .as(at)
                .isEqualTo(lostShare(lost, all) + " of all events");
        assertThat(browser.text("behind")).as(at).isEqualTo(count(behind));
        assertThat(browser.text("behind-share"))
                .as(at)
                .isEqualTo(lostShare(behind, all) + " of all events");
        assertThat(browser.text("kept")).as(at).isEqualTo(count(all - lost) + " of " + count(all));
        assertThat(percent(browser.text("completeness")).add(percent(lostShare(lost, all))))
                .as(at)
                .isEqualByComparingTo("100");
        assertThat(milliseconds(browser.text("latency")).doubleValue())
                .as(at)
                .isCloseTo(delays.latencyMs().get(window).get(index), within(0.01));
        assertThat(Double.parseDouble(browser.text("open").replace(",", "")))
                .as(at)
                .isCloseTo(delays.openWindows().get(window).get(index), within(0.01));
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertDots(index, window));
    }

    private static Percentage within(double share) {
        return Percentage.withPercentage(share * 100);
    }

    private static void assertDots(int index, int window) {
        LabReport.Dots dots = REPORT.dots();
        long[] counts = new long[3];
        for (int i = 0; i < dots.eventMs().size(); i++) {
            if (dots.lagMs().get(i) >= -60_000) {
                boolean lost = index < dots.keptAt().get(window).get(i);
                counts[lost ? 2 : index < dots.okAt().get(i) ? 1 : 0]++;
            }
        }
        assertThat(browser.text("scatter-legend"))
                .isEqualTo(
                        "on time "
                                + count(counts[0])
                                + "\nbehind the watermark, window still open "
                                + count(counts[1])
                                + "\nlost to its window "
                                + count(counts[2]));
    }

    private static List<WebElement> strip() {
        return browser.driver().findElements(By.cssSelector("#strip li"));
    }

    /** Each row against the first point of the progress whose watermark passes the window's end. */
    private static void assertStrip(int index) {
        long delay = REPORT.delays().delayMs().get(index);
        List<WebElement> rows = strip();
        assertThat(rows).hasSize(6);
        for (WebElement row : rows) {
            long end = Long.parseLong(row.getDomAttribute("data-start")) + MINUTE.sizeMs();
            String expected = null;
            for (int i = 0; i < REPORT.progress().maxEventMs().size() && expected == null; i++) {
                if (Judged.watermark(REPORT.progress().maxEventMs().get(i), delay) >= end - 1) {
                    expected = String.valueOf(REPORT.progress().arrivalMs().get(i));
                }
            }
            assertThat(row.getDomAttribute("data-emits")).isEqualTo(expected);
        }
    }

    /** Nothing sticks out sideways, and every text stands out from what is behind it (WCAG AA). */
    private static void assertReadable(int width) {
        assertThat(browser.number("document.documentElement.scrollWidth"))
                .as("the page fits into " + width)
                .isLessThanOrEqualTo(width);
        assertThat(browser.run(Contrast.SCRIPT)).isEqualTo(List.of());
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

    private static String count(long n) {
        return String.format(Locale.US, "%,d", n);
    }

    private static BigDecimal percent(String text) {
        return new BigDecimal(text.replace("%", ""));
    }

    /** The share rounded up after the third digit of what is smaller, it or the rest. */
    private static String lostShare(long part, long all) {
        BigDecimal exact =
                BigDecimal.valueOf(part)
                        .multiply(BigDecimal.valueOf(100))
                        .divide(BigDecimal.valueOf(all), 30, RoundingMode.UP);
        BigDecimal smaller = exact.min(BigDecimal.valueOf(100).subtract(exact));
        if (part == 0 || part == all) {
            return part == 0 ? "0%" : "100%";
        }
        int decimals = Math.max(0, 3 - smaller.precision() + smaller.scale());
        return exact.setScale(decimals, RoundingMode.CEILING).stripTrailingZeros().toPlainString()
                + "%";
    }

    /** What a text such as "1 min 30.5 s" says. */
    private static BigDecimal milliseconds(String text) {
        BigDecimal sum = BigDecimal.ZERO;
        String[] words = text.split(" ");
        for (int i = 0; i < words.length; i += 2) {
            long unit =
                    switch (words[i + 1]) {
                        case "ms" -> 1;
                        case "s" -> 1_000;
                        case "min" -> 60_000;
                        case "h" -> 3_600_000;
                        default -> throw new IllegalArgumentException(text);
                    };
            sum = sum.add(new BigDecimal(words[i]).multiply(BigDecimal.valueOf(unit)));
        }
        return sum;
    }
}
