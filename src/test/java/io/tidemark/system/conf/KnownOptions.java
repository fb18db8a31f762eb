package io.tidemark.system.conf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;

/**
 * Every option that the jars of a cluster declare, by its present key: a key that was renamed is as
 * unknown here as one with a mistake in it, for Flink ignores both, the one today and the other in
 * its next version.
 */
final class KnownOptions {

    private static final Path LIB = Profile.HOUSE.resolve("target/flink/lib");

    private static final Pattern OPTION_CLASS =
            Pattern.compile("org/apache/flink/(?!shaded/)[\\w/$]*Options(\\$\\w+)?\\.class");

    private static final Pattern OF_A_REPORTER =
            Pattern.compile("metrics\\.reporter\\.(\\w+)\\.(.+)");

    private final Map<String, ConfigOption<?>> byKey;

    private KnownOptions(Map<String, ConfigOption<?>> byKey) {
        this.byKey = byKey;
    }

    static KnownOptions ofTheCluster() {
        Map<String, ConfigOption<?>> byKey = new HashMap<>();
        try (Stream<Path> jars = Files.list(LIB)) {
            for (Path jar : jars.filter(jar -> jar.toString().endsWith(".jar")).toList()) {
                for (String type : optionClasses(jar)) {
                    options(type).forEach(option -> byKey.putIfAbsent(option.key(), option));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new KnownOptions(byKey);
    }

    int size() {
        return byKey.size();
    }

    /**
     * What is wrong with these settings: keys that nobody reads, and values that cannot be read.
     */
    List<String> problems(Configuration settings) {
        List<String> problems = new ArrayList<>();
        for (String key : new TreeSet<>(settings.keySet())) {
            ConfigOption<?> option = byKey.get(key);
            if (option != null) {
                try {
                    settings.getOptional(option);
                } catch (IllegalArgumentException unreadable) {
                    problems.add(key + ": " + unreadable.getMessage());
                }
            } else if (!isOfAReporter(key, settings)) {
                problems.add(key + " is the key of no option");
            }
        }
        return problems;
    }

    /** Keys with the name of a reporter in them: Flink's own, and those that its factory names. */
    private static boolean isOfAReporter(String key, Configuration settings) {
        Matcher parts = OF_A_REPORTER.matcher(key);
        if (!parts.matches()) {
            return false;
        }
        String rest = parts.group(2);
        return options(MetricOptions.class.getName()).stream()
                        .anyMatch(option -> option.key().equals(rest))
                || argumentsOf(
                                settings.getString(
                                        "metrics.reporter." + parts.group(1) + ".factory.class",
                                        ""))
                        .contains(rest);
    }

    private static List<String> argumentsOf(String factory) {
        return staticFields(factory, String.class, "ARG_").stream()
                .map(String.class::cast)
                .toList();
    }

    private static List<ConfigOption<?>> options(String type) {
        List<ConfigOption<?>> options = new ArrayList<>();
        staticFields(type, ConfigOption.class, "")
                .forEach(option -> options.add((ConfigOption<?>) option));
        return options;
    }

    private static List<Object> staticFields(String owner, Class<?> type, String prefix) {
        List<Object> values = new ArrayList<>();
        try {
            for (Field field : Class.forName(owner).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())
                        && field.getType() == type
                        && field.getName().startsWith(prefix)) {
                    field.setAccessible(true);
                    values.add(field.get(null));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(owner + " of the cluster's jars cannot be read", e);
        }
        return values;
    }

    private static List<String> optionClasses(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> OPTION_CLASS.matcher(name).matches())
                    .map(name -> name.replace('/', '.').replaceAll("\\.class$", ""))
                    .toList();
        }
    }
}
