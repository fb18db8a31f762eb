package io.tidemark.watermarks;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives a test its {@link Random}, tells the seed when the test fails, and takes a seed from {@code
 * -Dtidemark.seed}.
 */
final class SeededRandom implements ParameterResolver, TestExecutionExceptionHandler {

    private static final String PROPERTY = "tidemark.seed";

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
