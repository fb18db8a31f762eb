package io.tidemark.jobs.orders;

import io.tidemark.jobs.cli.JobCommand;
import io.tidemark.jobs.cli.JobDescription;
import io.tidemark.jobs.cli.ResultRows;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The command line of a job over orders.
 *
 * @param <O> the type of the options
 */
public abstract class OrderCommand<O extends OrderOptions.Of> extends JobCommand<O> {

    /** What the manual of each of these jobs says of its promise. */
    public static final String PROMISE =
            "Orders that come too late, and records that cannot be read, go to topics of their own; none is lost:";

    /** The sum that holds of each of these jobs. */
    public static final String SUM = "  in = on time + late + duplicates + rejected + open";

    /** How its durations are written. */
    public static final String DURATIONS =
            "A duration is a number and a unit: 250ms, 10s, 1m, 2h, 400d.";

    /** What tells the job from the others. */
    protected abstract About about();

    /**
     * What tells a job from the others.
     *
     * @param job its name, the default of the topic of its results
     * @param summary what it does, in a line
     * @param others what the default names of its other output topics begin with
     * @param key the default of the field that orders are grouped by
     * @param rows how its rows are to be read
     */
    public record About(String job, String summary, String others, String key, ResultRows rows) {}

    /** How long its windows are at most, before they are extended. */
    protected abstract Duration span(O options);

    @Override
    protected final Map<String, String> defaults() {
        return OrderArguments.defaults(about().job(), about().others(), about().key());
    }

    @Override
    protected final JobDescription describe(O options) {
        OrderOptions orders = options.orders();
        OrderFields names = orders.fields();
        OrderOptions.Topics topics = orders.topics();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("time", names.time());
        fields.put("id", names.id());
        fields.put("key", names.key());
        fields.put("value", names.value());
        Map<String, String> outputs = new LinkedHashMap<>();
        outputs.put("results", topics.results());
        outputs.put("late", topics.late());
        outputs.put("dead_letters", topics.deadLetters());
        outputs.put("ledger", topics.ledger());
        return new JobDescription(
                about().job(),
                about().summary(),
                topics.orders(),
                fields,
                names.timeFormat().name().toLowerCase(Locale.ROOT),
                outputs,
                about().rows(),
                orders.kafka(),
                span(options),
                orders.watermarkDelay());
    }
}
