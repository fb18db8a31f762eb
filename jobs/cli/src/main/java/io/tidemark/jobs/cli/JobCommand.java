package io.tidemark.jobs.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * A job's command line: parses its arguments into validated options, and answers {@code --help} and
 * {@code --describe}.
 *
 * <p>A job extends it with a picocli {@code @Command} whose options are its manual.
 *
 * @param <O> the type of the options
 */
public abstract class JobCommand<O> {

    /** What fits into any terminal. */
    private static final int MANUAL_WIDTH = 80;

    @Spec private @Nullable CommandSpec spec;

    @Option(names = "--help", description = "Print this manual and end.", help = true)
    private boolean help;

    @Option(
            names = "--describe",
            hidden = true,
            description =
                    "Check the other arguments, print as JSON what the job would read and write, and end. Touches no network.")
    private boolean describe;

    /**
     * The validated options.
     *
     * @throws UsageException if the arguments contradict one another or a value is out of its range
     */
    protected abstract O options();

    /**
     * A value of an option as it was given, so that a refusal shows the user her own words; of one
     * that was not given, the default.
     *
     * @param option its name
     * @param index which of several values
     */
    protected final String given(String option, int index) {
        CommandLine parser = Objects.requireNonNull(spec, "picocli sets it").commandLine();
        ParseResult read = parser.getParseResult();
        List<String> values =
                read.hasMatchedOption(option)
                        ? read.matchedOption(option).stringValues()
                        : List.of();
        return index < values.size()
                ? values.get(index)
                : parser.getCommandSpec().findOption(option).defaultValue();
    }

    /** Defaults of options that differ from job to job, by the option's name; others stay. */
    protected Map<String, String> defaults() {
        return Map.of();
    }

    /** What the job would read and write. */
    protected abstract Description describe(O options);

    /**
     * Reads the arguments.
     *
     * @param out where a manual or a description goes
     * @return the options, or nothing if the arguments asked for an answer that was given
     * @throws UsageException if the arguments are wrong
     */
    public final Optional<O> parse(String[] args, PrintWriter out) {
        CommandLine parser =
                new CommandLine(this)
                        .setUsageHelpWidth(MANUAL_WIDTH)
                        .setDefaultValueProvider(this::defaultOf)
                        .setCaseInsensitiveEnumValuesAllowed(true);
        try {
            parser.parseArgs(args);
            if (help) {
                out.print(manual(parser));
                out.flush();
                return Optional.empty();
            }
            O options = options();
            if (describe) {
                out.println(describe(options).toJson());
                out.flush();
                return Optional.empty();
            }
            return Optional.of(options);
        } catch (ParameterException unparsable) {
            return refused(new UsageException(unparsable.getMessage() + "; see --help"), args, out);
        } catch (UsageException wrong) {
            return refused(wrong, args, out);
        }
    }

    private Optional<O> refused(UsageException wrong, String[] args, PrintWriter out) {
        if (describe || asksForDescription(args)) {
            out.println(Description.usageError(String.valueOf(wrong.getMessage())));
            out.flush();
            return Optional.empty();
        }
        throw wrong;
    }

    private static boolean asksForDescription(String[] args) {
        for (String arg : args) {
            if (arg.equals("--describe")) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String defaultOf(ArgSpec argument) {
        return argument instanceof OptionSpec option ? defaults().get(option.longestName()) : null;
    }

    private static String manual(CommandLine parser) {
        StringWriter text = new StringWriter();
        parser.usage(new PrintWriter(text));
        return text.toString();
    }
}
