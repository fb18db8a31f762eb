package io.tidemark.system;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives the tests of a class the {@link RealParts}, started once for all classes, or {@link
 * OrdersAtBroker orders at their broker}, and cancels what a test leaves running.
 */
public final class OnRealParts implements ParameterResolver, AfterEachCallback {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == RealParts.class || type == OrdersAtBroker.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RealParts parts = parts(context);
        return parameter.getParameter().getType() == RealParts.class
                ? parts
                : OrdersAtBroker.of(parts);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        parts(context).cancelAll();
    }

    private static RealParts parts(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .getOrComputeIfAbsent(RealParts.class, key -> start(), RealParts.class);
    }

    private static RealParts start() {
        try {
            return RealParts.start();
        } catch (Exception failed) {
            throw new IllegalStateException("the broker or the cluster did not start", failed);
        }
    }
}
