package io.tidemark.jobs.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a job makes of arguments. */
public final class Asked {

    private Asked() {}

    /** The options that they amount to. */
    public static <O extends OrderOptions.Of> O options(OrderJob<O, ?> job, String... args) {
        return job.options(args, new PrintWriter(new StringWriter())).orElseThrow();
    }

    /** What is printed if they ask for an answer. */
    public static String answer(OrderJob<?, ?> job, String... args) {
        StringWriter answer = new StringWriter();
        assertThat(job.options(args, new PrintWriter(answer))).isEmpty();
        return answer.toString();
    }

    /** The manual, checked to fit into eighty columns. */
    public static String manual(OrderJob<?, ?> job) {
        String manual = answer(job, "--help");
        assertThat(manual.lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        return manual;
    }
}
