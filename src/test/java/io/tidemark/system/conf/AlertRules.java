package io.tidemark.system.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The alert rules, as far as it goes what they read of Flink's own export. */
final class AlertRules {

    static final Path DIRECTORY = Profile.FLINK_CONF.resolve("prometheus");

    /** A name, or a pattern of names that ends in alternatives. */
    private static final Pattern READ = Pattern.compile("\\b(flink_\\w+)(?:\\(([\\w|]+)\\))?");

    private static final Pattern RULE = Pattern.compile("(?m)^ *- (?=alert:|record:)");

    /** A name, with what is asked of labels behind it; or all of it in braces. */
    private static final Pattern SELECTOR =
            Pattern.compile("\\b(flink_\\w+)(?:\\{([^{}]*)\\})?|\\{(__name__[^{}]*)\\}");

    private static final Pattern GROUPED_BY = Pattern.compile("\\bby \\(([\\w, ]+)\\)");
    private static final Pattern TOLD = Pattern.compile("\\$labels\\.(\\w+)");

    private final String text;

    private AlertRules(String text) {
        this.text = text;
    }

    /** Those that are shipped. */
    static AlertRules shipped() {
        try {
            return new AlertRules(Files.readString(DIRECTORY.resolve("rules.yml")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of a file with this text. */
    static AlertRules of(String text) {
        return new AlertRules(text);
    }

    /** The same with some of their text replaced. */
    AlertRules replacing(String original, String replacement) {
        if (!text.contains(original)) {
            throw new IllegalArgumentException("nowhere in the rules: " + original);
        }
        return new AlertRules(text.replace(original, replacement));
    }

    /** The metrics of Flink and of our jobs that the rules read. */
    Set<String> metrics() {
        Set<String> names = new TreeSet<>();
        Matcher read = READ.matcher(text);
        while (read.find()) {
            if (read.group(2) == null) {
                names.add(read.group(1));
            } else {
                for (String end : read.group(2).split("\\|", -1)) {
                    names.add(read.group(1) + end);
                }
            }
        }
        return names;
    }

    /**
     * What the rules select and these series do not have: a name, a label with such a value, or a
     * label that the same rule groups by or tells.
     */
    List<String> unmatched(List<Series> exported) {
        List<String> unmatched = new ArrayList<>();
        for (String rule : RULE.split(text)) {
            Set<String> labels = labels(rule);
            Matcher selector = SELECTOR.matcher(rule);
            while (selector.find()) {
                Series.Selection selection =
                        selector.group(3) == null
                                ? Series.Selection.of(selector.group(1), selector.group(2))
                                : Series.Selection.of(null, selector.group(3));
                if (exported.stream()
                        .noneMatch(series -> selection.takes(series) && series.has(labels))) {
                    unmatched.add(selector.group() + " with labels " + labels);
                }
            }
        }
        return unmatched;
    }

    private static Set<String> labels(String rule) {
        Set<String> labels = new TreeSet<>();
        GROUPED_BY
                .matcher(rule)
                .results()
                .forEach(found -> labels.addAll(List.of(found.group(1).split(", *", -1))));
        TOLD.matcher(rule).results().forEach(found -> labels.add(found.group(1)));
        return labels;
    }
}
