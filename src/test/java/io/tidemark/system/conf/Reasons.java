package io.tidemark.system.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Whether each line of a file of settings has a reason, told in words. */
final class Reasons {

    private static final Pattern BEHIND_THE_VALUE = Pattern.compile(".*\\S +# (?!see above).+");

    /** What a thing is, and by which name others find it: what for, says a setting of it. */
    private static final Pattern WHAT_IT_IS = Pattern.compile("[\\w.]+\\.(type|name) *=.*");

    private Reasons() {}

    /** Lines of a {@code config.yaml} that have none, neither behind them nor right above. */
    static List<String> missingInYaml(List<String> lines) {
        List<String> missing = new ArrayList<>();
        boolean above = false;
        for (String line : lines) {
            if (isSetting(line) && !above && !BEHIND_THE_VALUE.matcher(line).matches()) {
                missing.add(line);
            }
            above = line.startsWith("#");
        }
        return missing;
    }

    /**
     * Lines of properties that have none right above. Those that only say what a thing is share it
     * with the one setting of that thing behind them.
     */
    static List<String> missingInProperties(List<String> lines) {
        List<String> missing = new ArrayList<>();
        // What the line has to begin with that the last reason is for; nothing begins with a blank.
        String of = " ";
        for (String line : lines) {
            if (isSetting(line) && !line.startsWith(of)) {
                missing.add(line);
            }
            if (line.startsWith("#")) {
                of = "";
            } else {
                of = line.startsWith(of) && isWhatItIs(line) ? thing(line) : " ";
            }
        }
        return missing;
    }

    /** The key up to its last word. */
    private static String thing(String line) {
        String key = line.substring(0, line.indexOf('='));
        return key.substring(0, key.lastIndexOf('.') + 1);
    }

    static boolean isSetting(String line) {
        return !line.isBlank() && !line.startsWith("#");
    }

    /** Whether a line says what a thing is, and sets nothing else. */
    static boolean isWhatItIs(String line) {
        return WHAT_IT_IS.matcher(line).matches();
    }
}
