package io.tidemark.system.fault;

/** An exception that a test has ordered. */
public final class InjectedFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    InjectedFault(Point point) {
        super("injected at " + point);
    }
}
