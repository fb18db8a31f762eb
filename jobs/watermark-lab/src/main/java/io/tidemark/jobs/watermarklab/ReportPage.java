package io.tidemark.jobs.watermarklab;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page that shows a report: one HTML file that holds its styles, its scripts, the chart library
 * and the report itself, and needs nothing else.
 *
 * <p>The page says so itself: its content security policy forbids every request, and allows exactly
 * the style sheet and the script that are in it, by their hashes. The report is data in it, never
 * markup: no key or file name, whatever it holds, becomes a tag or a script.
 */
public final class ReportPage {

    private static final List<String> SCRIPTS =
            List.of(
                    "dom.js",
                    "words.js",
                    "model.js",
                    "charts.js",
                    "scatter.js",
                    "curves.js",
                    "strip.js",
                    "tables.js",
                    "strategies.js",
                    "page.js");
    private static final String UPLOT = "/META-INF/maven/org.webjars.npm/uplot/pom.properties";
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private ReportPage() {}

    /**
     * Writes the page of a report in UTF-8 and leaves the stream open.
     *
     * @throws IllegalArgumentException if columns of one table of the report have different lengths
     */
    public static void write(LabReport report, OutputStream out) throws IOException {
        String library = "/META-INF/resources/webjars/uplot/" + libraryVersion() + "/";
        String style = text(library + "dist/uPlot.min.css") + "\n" + text("page.css");
        String script = script(library);
        String page =
                filled(
                        text("page.html"),
                        Map.of(
                                "policy",
                                policy(style, script),
                                "style",
                                style,
                                "script",
                                script,
                                "report",
                                harmless(json(report))));
        out.write(page.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The same JSON, with no character left that means something to HTML or ends a line of a
     * script. They all stand inside of strings, where JSON can write them by number.
     */
    static String harmless(String json) {
        StringBuilder safe = new StringBuilder(json.length() + 64);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            switch (c) {
                case '<', '>', '&', '\u2028', '\u2029' ->
                        safe.append(String.format("\\u%04x", (int) c));
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }

    private static String json(LabReport report) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        report.toJson(bytes);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String script(String library) throws IOException {
        StringBuilder script = new StringBuilder("/*! uPlot\n");
        script.append(text(library + "LICENSE")).append("\n*/\n");
        script.append(text(library + "dist/uPlot.iife.min.js"));
        script.append("\n(() => {\n\"use strict\";\n");
        for (String part : SCRIPTS) {
            script.append(text(part)).append('\n');
        }
        script.append("})();\n");
        if (script.indexOf("</script") >= 0) {
            throw new IllegalStateException("a script of the page holds a closing tag of its own");
        }
        return script.toString();
    }

    private static String policy(String style, String script) {
        return "default-src 'none'; img-src data:; style-src "
                + hash(style)
                + "; script-src "
                + hash(script)
                + "; base-uri 'none'; form-action 'none'";
    }

    private static String hash(String inline) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(inline.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Fills each place once, so that what is filled in is not looked at again. */
    private static String filled(String template, Map<String, String> parts) {
        return PLACE.matcher(template)
                .replaceAll(
                        place -> {
                            String part = parts.get(place.group(1));
                            if (part == null) {
                                throw new IllegalStateException(
                                        "nothing belongs into " + place.group());
                            }
                            return Matcher.quoteReplacement(part);
                        });
    }

    private static String libraryVersion() throws IOException {
        Properties properties = new Properties();
        properties.load(new StringReader(text(UPLOT)));
        return properties.getProperty("version");
    }

    /** A file of the class path; HTML knows only one kind of line end, and so must the hashes. */
    private static String text(String name) throws IOException {
        try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        }
    }
}
