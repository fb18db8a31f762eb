package io.tidemark.operators.testing;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * A JUnit extension that gives a test its {@link Random}, tells the seed when the test fails, and
 * takes a seed from the system property {@code tidemark.seed}.
 *
 * <p>Each test, and each repetition of a repeated test, has a seed of its own. With {@code
 * -Dtidemark.seed=42} all have that one.
 */
public final class SeededRandom implements ParameterResolver, TestExecutionExceptionHandler {

    /** The system property that sets the seed. */
    public static final String PROPERTY = "tidemark.seed";

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(SeededRandom.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Random.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Long given = Long.getLong(PROPERTY);
        long seed = given != null ? given : ThreadLocalRandom.current().nextLong();
        context.getStore(NAMESPACE).put(PROPERTY, seed);
        return new Random(seed);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
            throws Throwable {
        Long seed = context.getStore(NAMESPACE).get(PROPERTY, Long.class);
        if (seed != null) {
            String again = "to see it again: -D" + PROPERTY + "=" + seed;
            System.err.println(context.getDisplayName() + " failed; " + again);
            failure.addSuppressed(new Seed(again));
        }
        throw failure;
    }

    /** Stands under the failure in every report. */
    private static final class Seed extends Exception {

        private static final long serialVersionUID = 1L;

        Seed(String message) {
            super(message, null, false, false);
        }
    }
}
