package io.tidemark.system.conf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A series in what a process offers to Prometheus. */
record Series(String name, Map<String, String> labels) {

    private static final String NAME = "__name__";

    private static final Pattern LINE = Pattern.compile("(?m)^([A-Za-z_:][\\w:]*)(?:\\{(.*)})? ");

    private static final Pattern LABEL =
            Pattern.compile("(\\w+)(=~|!~|!=|=)\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** All of them in the text that Prometheus gets. */
    static List<Series> in(String exported) {
        List<Series> all = new ArrayList<>();
        Matcher line = LINE.matcher(exported);
        while (line.find()) {
            Map<String, String> labels = new HashMap<>();
            LABEL.matcher(line.group(2) == null ? "" : line.group(2))
                    .results()
                    .forEach(label -> labels.put(label.group(1), label.group(3)));
            all.add(new Series(line.group(1), labels));
        }
        return all;
    }

    /** Their names, each once. */
    static Set<String> names(List<Series> all) {
        Set<String> names = new TreeSet<>();
        all.forEach(series -> names.add(series.name()));
        return names;
    }

    boolean has(Set<String> wanted) {
        return labels.keySet().containsAll(wanted);
    }

    private String value(String label) {
        return label.equals(NAME) ? name : labels.getOrDefault(label, "");
    }

    /** What PromQL selects by a name and labels; a label that is not there is empty. */
    record Selection(List<Condition> conditions) {

        /**
         * One condition on a label.
         *
         * @param operator one of PromQL's four
         */
        private record Condition(String label, String operator, String value) {

            boolean holds(Series series) {
                String found = series.value(label);
                boolean same = operator.endsWith("~") ? found.matches(value) : found.equals(value);
                return same != operator.startsWith("!");
            }
        }

        /**
         * By name, if there is one, and by what stands in the braces, if there are any.
         *
         * @throws IllegalArgumentException if the braces hold anything but conditions
         */
        static Selection of(@Nullable String name, @Nullable String braces) {
            List<Condition> conditions = new ArrayList<>();
            if (name != null) {
                conditions.add(new Condition(NAME, "=", name));
            }
            String inBraces = braces == null ? "" : braces;
            LABEL.matcher(inBraces)
                    .results()
                    .forEach(
                            found ->
                                    conditions.add(
                                            new Condition(
                                                    found.group(1),
                                                    found.group(2),
                                                    found.group(3))));
            if (!LABEL.matcher(inBraces).replaceAll("").matches("[, ]*")) {
                throw new IllegalArgumentException("not understood: {" + inBraces + "}");
            }
            return new Selection(conditions);
        }

        boolean takes(Series series) {
            return conditions.stream().allMatch(condition -> condition.holds(series));
        }
    }
}
