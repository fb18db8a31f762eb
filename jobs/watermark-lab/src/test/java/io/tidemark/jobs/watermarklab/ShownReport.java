package io.tidemark.jobs.watermarklab;

import static io.tidemark.jobs.watermarklab.Figures.count;
import static io.tidemark.jobs.watermarklab.Figures.lostShare;
import static io.tidemark.jobs.watermarklab.Figures.milliseconds;
import static io.tidemark.jobs.watermarklab.Figures.percent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;

/** A page in a browser beside the report that it shows. */
record ShownReport(Browser browser, LabReport report) {

    int shownIndex() {
        return Integer.parseInt(browser.find("delay").getDomProperty("value"));
    }

    /** Takes the thumb and leaves it at so many percent of the way. */
    void drag(int percent) {
        WebElement slider = browser.find("delay");
        int way = slider.getSize().getWidth() - 26;
        int last = report.delays().delayMs().size() - 1;
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

    void choose(int window) {
        browser.find("window").findElements(By.tagName("option")).get(window).click();
    }

    void assertShown(int index, int window) {
        LabReport.Delays delays = report.delays();
        long all = report.events().analysed();
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

    void assertDots(int index, int window) {
        LabReport.Dots dots = report.dots();
        long[] counts = new long[3];
        for (int i = 0; i < dots.eventMs().size(); i++) {
            boolean lost = index < dots.keptAt().get(window).get(i);
            counts[lost ? 2 : index < dots.okAt().get(i) ? 1 : 0]++;
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

    List<WebElement> strip() {
        return browser.driver().findElements(By.cssSelector("#strip li"));
    }

    /**
     * Each row against the first point of the progress whose watermark passes the window's end:
     * then or, where points are missing, behind the point before.
     */
    void assertStrip(int index) {
        long delay = report.delays().delayMs().get(index);
        List<WebElement> rows = strip();
        assertThat(rows).hasSize(6);
        LabReport.Progress progress = report.progress();
        for (WebElement row : rows) {
            long end =
                    Long.parseLong(row.getDomAttribute("data-start"))
                            + report.windows().get(0).sizeMs();
            int point = 0;
            while (point < progress.maxEventMs().size()
                    && Judged.watermark(progress.maxEventMs().get(point), delay) < end - 1) {
                point++;
            }
            String emits = row.getDomAttribute("data-emits");
            if (point == progress.maxEventMs().size()) {
                assertThat(emits).isNull();
                continue;
            }
            long latest = progress.arrivalMs().get(point);
            long earliest =
                    progress.exact() || point == 0 ? latest : progress.arrivalMs().get(point - 1);
            assertThat(Double.parseDouble(emits)).isBetween((double) earliest, (double) latest);
        }
    }

    /** Goes to a delay by the keyboard. */
    void press(int index) {
        WebElement slider = browser.find("delay");
        slider.sendKeys(Keys.HOME);
        slider.sendKeys(Keys.ARROW_RIGHT.toString().repeat(index));
    }
}
