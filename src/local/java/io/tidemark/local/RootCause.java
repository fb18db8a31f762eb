package io.tidemark.local;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The few lines worth reading in a stack trace: what went wrong first, then what it broke.
 *
 * <p>Flink wraps the exception of a job's main method many times over before it sends the whole
 * trace as text. What a user needs is the innermost cause. A wrapper is worth a line only if it
 * adds words of its own: one that repeats what it wraps, or that only says that something failed,
 * is left out. An exception of the project's own is thrown to be read: if there is one, it comes
 * first, without the name of its class, and what caused it after it.
 */
final class RootCause {
    private static final int MOST_LINES = 3;

    /** A class name in a package, and its message if it has one. */
    private static final Pattern THROWABLE =
            Pattern.compile("((?:[a-z_][\\w]*\\.)+[A-Z][\\w$]*)(?:: ?(.*))?");

    private static final String OURS = "io.tidemark.";

    /** What a job throws whose options are wrong; its class is in the job's jar and not here. */
    private static final String WRONG_USAGE = "UsageException";

    private static final String CAUSED_BY = "Caused by: ";

    /** Where the text of a server's exception stands within that of the client. */
    private static final String SERVER_SIDE = "<Exception on server side:";

    /** Wrappers whose own words only say that something failed. */
    private static final Set<String> WRAPPERS =
            Set.of(
                    "CompletionException",
                    "ExecutionException",
                    "InvocationTargetException",
                    "UndeclaredThrowableException",
                    "UncheckedIOException",
                    "ProgramInvocationException",
                    "RestHandlerException",
                    "FlinkException",
                    "FlinkRuntimeException",
                    "JobException",
                    "JobExecutionException",
                    "JobInitializationException",
                    "JobSubmissionException",
                    "ApplicationExecutionException",
                    "UnsuccessfulExecutionException",
                    "SerializedThrowable");

    private RootCause() {}

    /** The lines of a throwable that happened in this process; at least one. */
    static List<String> of(Throwable throwable) {
        StringWriter text = new StringWriter();
        throwable.printStackTrace(new PrintWriter(text));
        return of(text.toString());
    }

    /** The lines of a stack trace that arrived as text; at least one, at most three. */
    static List<String> of(String stackTrace) {
        List<Link> chain = chainOf(stackTrace);
        List<String> lines = new ArrayList<>();
        int refusal = lastRefusal(chain);
        if (refusal >= 0) {
            lines.add(chain.get(refusal).line());
            Link cause = chain.get(chain.size() - 1);
            if (refusal < chain.size() - 1 && !chain.get(refusal).message.contains(cause.words())) {
                lines.add("because: " + cause.line());
            }
            return lines;
        }
        int innermost = chain.size() - 1;
        if (innermost > 0 && chain.get(innermost).message.isEmpty()) {
            // A bare class name says less than the words around it.
            innermost--;
            lines.add(chain.get(innermost).line() + " (" + chain.get(innermost + 1).name + ")");
        } else {
            lines.add(chain.get(innermost).line());
        }
        String said = chain.get(innermost).words();
        for (int i = innermost - 1; i >= 0 && lines.size() < MOST_LINES; i--) {
            Link link = chain.get(i);
            if (!WRAPPERS.contains(link.name)
                    && !link.message.isEmpty()
                    && !link.message.contains(said)) {
                lines.add("in: " + link.line());
                said = link.message;
            }
        }
        return lines;
    }

    /** Whether a stack trace that arrived as text says that a job's options are wrong. */
    static boolean isWrongUsage(String stackTrace) {
        List<Link> chain = chainOf(stackTrace);
        int refusal = lastRefusal(chain);
        return refusal >= 0 && chain.get(refusal).name.equals(WRONG_USAGE);
    }

    /** The innermost exception that a job threw to say in its own words what is wrong, or -1. */
    private static int lastRefusal(List<Link> chain) {
        for (int i = chain.size() - 1; i >= 0; i--) {
            if (chain.get(i).ours && !chain.get(i).message.isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    private static List<Link> chainOf(String stackTrace) {
        List<Link> chain = new ArrayList<>();
        boolean inMessage = false;
        for (String line : stackTrace.strip().lines().toList()) {
            if (line.startsWith(CAUSED_BY)) {
                chain.add(Link.parse(line.substring(CAUSED_BY.length())));
                inMessage = true;
            } else if (line.contains(SERVER_SIDE)) {
                chain.add(
                        Link.parse(
                                line.substring(line.indexOf(SERVER_SIDE) + SERVER_SIDE.length())
                                        .strip()));
                inMessage = true;
            } else if (line.startsWith("\t") || line.startsWith("    at ")) {
                inMessage = false;
            } else if (chain.isEmpty()) {
                chain.add(Link.parse(line));
                inMessage = true;
            } else if (inMessage && !line.isBlank()) {
                Link last = chain.remove(chain.size() - 1);
                chain.add(last.continued(line.strip()));
            }
        }
        return chain;
    }

    /**
     * One throwable of the chain.
     *
     * @param name its class without the package
     * @param message or an empty text
     * @param ours whether it is a class of this project: thrown on purpose, to be read
     */
    private record Link(String name, String message, boolean ours) {
        static Link parse(String text) {
            Matcher throwable = THROWABLE.matcher(text);
            if (!throwable.matches()) {
                return new Link("", text, false);
            }
            String className = throwable.group(1);
            String simpleName =
                    className.substring(
                            Math.max(className.lastIndexOf('.'), className.lastIndexOf('$')) + 1);
            String message = throwable.group(2);
            return new Link(
                    simpleName, message == null ? "" : message.strip(), className.startsWith(OURS));
        }

        Link continued(String line) {
            return message.isEmpty() && name.isEmpty()
                    ? parse(line)
                    : new Link(name, message.isEmpty() ? line : message + " " + line, ours);
        }

        /** What a wrapper may repeat. */
        String words() {
            return message.isEmpty() ? name : message;
        }

        String line() {
            if (name.isEmpty() || (ours && !message.isEmpty())) {
                return message;
            }
            return message.isEmpty() ? name : message + " (" + name + ")";
        }
    }
}
