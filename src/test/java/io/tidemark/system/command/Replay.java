package io.tidemark.system.command;

import io.tidemark.system.command.Answer.Rules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a run over a file of {@link Orders}. */
final class Replay {
    /** Where the job finds what it needs in a row. */
    static final List<String> FIELDS =
            List.of("--id-field=invoice", "--key-field", "domestic", "--value-field=amount_gbp");

    private Replay() {}

    /** A run over this file under these rules that leaves its outputs there. */
    static List<String> of(Path file, Rules rules, Path output, String... more) {
        List<String> arguments = new ArrayList<>(FIELDS);
        arguments.addAll(List.of("--input", file.toString(), "--output=" + output));
        arguments.addAll(rules.arguments());
        arguments.addAll(List.of(more));
        return arguments;
    }
}
