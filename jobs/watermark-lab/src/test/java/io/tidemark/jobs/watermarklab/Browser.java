package io.tidemark.jobs.watermarklab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window, which notes every request and every complaint of a page. */
final class Browser implements AutoCloseable {

    // It warns of every browser that is newer than itself. Held here, or else it is forgotten.
    private static final Logger CHATTER = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;
    private final Path shots;

    private Browser(ChromeDriver driver, Path shots) {
        this.driver = driver;
        this.shots = shots;
    }

    /**
     * Starts it; the test is skipped where it is not installed, but fails if {@code
     * TIDEMARK_REQUIRE_TOOLS} is set.
     */
    static Browser start() throws IOException {
        Optional<File> chromium = onPath("chromium");
        Optional<File> chromedriver = onPath("chromedriver");
        boolean there = chromium.isPresent() && chromedriver.isPresent();
        String missing = "chromium and chromedriver, which show the page, are not both installed";
        if (!there) {
            System.err.println("SKIPPED: " + missing);
        }
        assertThat(there || System.getenv("TIDEMARK_REQUIRE_TOOLS") == null).as(missing).isTrue();
        assumeTrue(there, missing);

        CHATTER.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--no-first-run",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-dev-shm-usage");
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.orElseThrow())
                        .usingAnyFreePort()
                        .build();
        Path shots = Path.of("target", "report-page");
        Files.createDirectories(shots);
        return new Browser(new ChromeDriver(service, options), shots);
    }

    private static Optional<File> onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> new File(directory, program))
                .filter(File::canExecute)
                .findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    WebElement find(String id) {
        return driver.findElement(By.id(id));
    }

    String text(String id) {
        return find(id).getText();
    }

    @Nullable Object run(String script) {
        return ((JavascriptExecutor) driver).executeScript(script);
    }

    long number(String script) {
        Object value = run("return " + script);
        assertThat(value).as(script).isInstanceOf(Number.class);
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** As wide as that, and liking that theme. */
    void looks(int width, String theme) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        width,
                        "height",
                        900,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        width < 500));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        "",
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    }

    /** Shows the page as it goes to the printer. */
    void onPaper() {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("media", "print"));
        run("dispatchEvent(new Event('beforeprint'))");
    }

    /** A picture of the whole page, in the build directory. */
    void shoot(String name) throws IOException {
        long height = number("document.documentElement.scrollHeight");
        long width = number("innerWidth");
        Map<String, Object> clip =
                Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1);
        write(
                name + ".png",
                driver.executeCdpCommand(
                        "Page.captureScreenshot",
                        Map.of("format", "png", "captureBeyondViewport", true, "clip", clip)));
    }

    /** The page on paper, in the build directory. */
    void print(String name) throws IOException {
        write(name + ".pdf", driver.executeCdpCommand("Page.printToPDF", Map.of()));
    }

    private void write(String name, Map<String, Object> answer) throws IOException {
        byte[] bytes = Base64.getDecoder().decode(String.valueOf(answer.get("data")));
        assertThat(bytes).hasSizeGreaterThan(10_000);
        Files.write(shots.resolve(name), bytes);
    }

    /** What the pages said to the console since the last call. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    /** What the pages asked for since the last call, as the browser's own messages about it. */
    List<String> requests() {
        return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(message -> message.contains("\"Network.requestWillBeSent\""))
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
