package io.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class RootCauseTest {
    @Test
    void innermostCauseComesFirstAndPlainWrappersAreSilent() {
        Throwable thrown =
                new CompletionException(
                        new ExecutionException(
                                new IllegalStateException("topic things is absent")));

        assertThat(RootCause.of(thrown))
                .containsExactly("topic things is absent (IllegalStateException)");
    }

    @Test
    void wrapperWithWordsOfItsOwnFollows() {
        Throwable thrown =
                new RuntimeException(
                        new IllegalStateException(
                                "cannot read orders", new ArithmeticException("/ by zero")));

        assertThat(RootCause.of(thrown))
                .containsExactly(
                        "/ by zero (ArithmeticException)",
                        "in: cannot read orders (IllegalStateException)");
    }

    @Test
    void atMostThreeLines() {
        Throwable thrown = new IllegalStateException("a");
        for (String message : new String[] {"b", "c", "d", "e"}) {
            thrown = new IllegalStateException(message, thrown);
        }

        assertThat(RootCause.of(thrown))
                .containsExactly(
                        "a (IllegalStateException)",
                        "in: b (IllegalStateException)",
                        "in: c (IllegalStateException)");
    }

    @Test
    void bareClassNameIsHiddenBehindTheWordsAroundIt() {
        Throwable thrown =
                new IllegalStateException("cannot read orders", new NullPointerException());

        assertThat(RootCause.of(thrown))
                .containsExactly(
                        "cannot read orders (IllegalStateException) (NullPointerException)");
    }

    @Test
    void refusalInTheProjectsOwnWordsComesFirst() {
        String trace =
                """
                org.apache.flink.util.FlinkException: Could not run the jar.
                \tat a.b.C.d(E.java:1)
                Caused by: io.tidemark.Refusal: topic "things" does not exist: create it
                \tat a.b.C.d(E.java:1)
                Caused by: org.apache.kafka.common.errors.UnknownTopicOrPartitionException: no such topic.
                """;

        assertThat(RootCause.of(trace))
                .containsExactly(
                        "topic \"things\" does not exist: create it",
                        "because: no such topic. (UnknownTopicOrPartitionException)");
    }

    @Test
    void answerOfAServerIsReadThroughItsWrapping() {
        String answer =
                """
                org.apache.flink.runtime.rest.handler.RestHandlerException: Could not execute application.
                \tat org.apache.flink.runtime.webmonitor.handlers.JarRunHandler.lambda$1(JarRunHandler.java:114)
                Caused by: java.util.concurrent.CompletionException: org.apache.flink.util.FlinkRuntimeException: Could not execute application.
                \tat java.base/java.util.concurrent.CompletableFuture.encodeThrowable(CompletableFuture.java:314)
                \t... 2 more
                Caused by: org.apache.flink.client.program.ProgramInvocationException: The main method caused an error: first line
                second line
                \tat org.apache.flink.client.program.PackagedProgram.callMainMethod(PackagedProgram.java:372)
                \tSuppressed: java.lang.Exception: not this
                \t\tat a.b.C.d(E.java:1)
                \tCaused by: java.lang.Exception: nor this
                Caused by: io.tidemark.Refusal: first line
                second line
                \tat a.b.C.d(E.java:1)
                End of exception on server side>
                """;

        assertThat(RootCause.of(answer)).containsExactly("first line second line");
    }

    @Test
    void wrongUsageOfAJobIsTold() {
        String trace =
                """
                org.apache.flink.client.program.ProgramInvocationException: The main method caused an error: --output=/x: no
                \tat a.b.C.d(E.java:1)
                Caused by: %s: --output=/x: no
                \tat a.b.C.d(E.java:1)
                """;

        String wrong = trace.formatted("io.tidemark.jobs.cli.UsageException");
        assertThat(RootCause.isWrongUsage(wrong)).isTrue();
        assertThat(RootCause.of(wrong)).containsExactly("--output=/x: no");
        for (String other : new String[] {"io.tidemark.Refusal", "a.b.UsageException"}) {
            assertThat(RootCause.isWrongUsage(trace.formatted(other))).as(other).isFalse();
        }
        assertThat(RootCause.isWrongUsage("Not found: /jobs/x")).isFalse();
    }

    @Test
    void textThatIsNoTraceIsItself() {
        assertThat(RootCause.of("Not found: /jobs/x")).containsExactly("Not found: /jobs/x");
    }
}
