package io.tidemark.operators.sink.kafka;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The name of one transaction: {@code prefix-subtask-checkpoint}.
 *
 * <p>The number is that of the first checkpoint that could close the transaction. A checkpoint that
 * never reached the writer leaves it to the next one, so what stands in transaction {@code M}
 * belongs to checkpoint {@code M} or, if that did not come about, to the next that did; never to an
 * earlier one.
 *
 * @param prefix the sink's prefix
 * @param subtask the writer that began it, from 0
 * @param checkpoint the number of the first checkpoint that could close it, from 1
 */
record TransactionId(String prefix, int subtask, long checkpoint)
        implements Comparable<TransactionId> {

    private static final Pattern FORM = Pattern.compile("(.+)-(\\d{1,9})-(\\d{1,18})");

    private static final Comparator<TransactionId> ORDER =
            Comparator.comparing(TransactionId::prefix)
                    .thenComparingLong(TransactionId::checkpoint)
                    .thenComparingInt(TransactionId::subtask);

    /** The parts of a name, or nothing if it has another form. */
    static Optional<TransactionId> parse(String name) {
        Matcher parts = FORM.matcher(name);
        return parts.matches()
                ? Optional.of(
                        new TransactionId(
                                parts.group(1),
                                Integer.parseInt(parts.group(2)),
                                Long.parseLong(parts.group(3))))
                : Optional.empty();
    }

    /**
     * A regular expression, in the words that the broker's engine and Java's have in common, of all
     * names with one of the prefixes and a checkpoint beyond the given one.
     *
     * @param after a checkpoint, or 0 for all
     */
    static String beyond(Collection<String> prefixes, long after) {
        return prefixes.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")"))
                + "-[0-9]+-(?:"
                + numbersAbove(after)
                + ")";
    }

    /**
     * A regular expression of all names of a job, whose prefixes are {@code job.uid}; or of one
     * sink, whose prefix it is itself.
     */
    static String of(String jobOrPrefix) {
        return Pattern.quote(jobOrPrefix) + "(?:[.][^.]+)?-[0-9]+-[0-9]+";
    }

    /**
     * So that a broker which remembers a week of checkpoints does not list them all only to be told
     * that none was meant.
     */
    private static String numbersAbove(long number) {
        if (number <= 0) {
            return "[0-9]+";
        }
        String digits = Long.toString(number);
        StringBuilder pattern =
                new StringBuilder("[1-9][0-9]{").append(digits.length()).append(",}");
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (digit < '9') {
                pattern.append('|')
                        .append(digits, 0, i)
                        .append('[')
                        .append((char) (digit + 1))
                        .append("-9][0-9]{")
                        .append(digits.length() - i - 1)
                        .append('}');
            }
        }
        return pattern.toString();
    }

    @Override
    public int compareTo(TransactionId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return prefix + "-" + subtask + "-" + checkpoint;
    }
}
