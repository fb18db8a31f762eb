package io.tidemark.jobs.watermarklab;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lab, asked as its command line asks it. */
final class Lab {

    private Lab() {}

    /** The options that these arguments stand for. */
    static WatermarkLabOptions options(String... arguments) {
        return new WatermarkLabCommand()
                .parse(arguments, new PrintWriter(new StringWriter()))
                .orElseThrow();
    }

    /** The options for a file. */
    static WatermarkLabOptions optionsFor(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--input=" + file));
        arguments.addAll(Arrays.asList(more));
        return options(arguments.toArray(String[]::new));
    }

    /** What is read of a file. */
    static TraceInput.OfFile file(Path file, String... more) {
        return (TraceInput.OfFile) optionsFor(file, more).input();
    }

    /** What the command says when it gives an answer instead of options. */
    static String answer(String... arguments) {
        StringWriter answer = new StringWriter();
        new WatermarkLabCommand().parse(arguments, new PrintWriter(answer));
        return answer.toString();
    }
}
