package io.tidemark.system.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The alert rules, as far as metrics go. */
final class AlertRules {

    static final Path DIRECTORY = Profile.FLINK_CONF.resolve("prometheus");

    /** A name, or a pattern of names that ends in alternatives. */
    private static final Pattern READ = Pattern.compile("\\b(flink_\\w+)(?:\\(([\\w|]+)\\))?");

    private static final Pattern EXPORTED = Pattern.compile("(?m)^(flink_\\w+)[{ ]");

    private AlertRules() {}

    /** The metrics of Flink and of our jobs that the rules read. */
    static Set<String> metrics() {
        Set<String> names = new TreeSet<>();
        Matcher read = READ.matcher(text());
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

    /** The metrics in what a process offers to Prometheus. */
    static Set<String> names(String exported) {
        Set<String> names = new TreeSet<>();
        Matcher line = EXPORTED.matcher(exported);
        while (line.find()) {
            names.add(line.group(1));
        }
        return names;
    }

    private static String text() {
        try {
            return Files.readString(DIRECTORY.resolve("rules.yml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
