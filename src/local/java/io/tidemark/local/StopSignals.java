package io.tidemark.local;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often the user, or the system, has asked this process to stop: Ctrl-C (SIGINT) or SIGTERM.
 *
 * <p>The first time the run ends in good order, the second time it no longer waits for the job to
 * catch up, the third time the process ends at once. A shutdown hook could not do this: it runs
 * while broker and cluster are already being torn down by their own hooks, it never hears of a
 * second signal, and it cannot choose the exit status.
 */
final class StopSignals {
    /** As a shell reports a process that ended by Ctrl-C. */
    private static final int STATUS_AT_ONCE = 130;

    private static final int AT_ONCE = 3;

    private final AtomicInteger count = new AtomicInteger();

    private StopSignals() {}

    /** Takes over both signals of this process. */
    static StopSignals installed() {
        StopSignals signals = new StopSignals();
        signals.take("INT");
        signals.take("TERM");
        return signals;
    }

    /** Signals that only a program can give. */
    static StopSignals ofProgram() {
        return new StopSignals();
    }

    /** How often so far. */
    int count() {
        return count.get();
    }

    /** Asks for a stop, as a signal does. */
    void request() {
        if (count.incrementAndGet() >= AT_ONCE) {
            Runtime.getRuntime().halt(STATUS_AT_ONCE);
        }
    }

    /**
     * By reflection, because javac warns at each mention of {@code sun.misc} and has no way to be
     * told that it is meant.
     */
    private void take(String signal) {
        try {
            Class<?> signalClass = Class.forName("sun.misc.Signal");
            Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
            Object handler =
                    Proxy.newProxyInstance(
                            handlerClass.getClassLoader(),
                            new Class<?>[] {handlerClass},
                            (proxy, method, arguments) ->
                                    switch (method.getName()) {
                                        case "handle" -> {
                                            request();
                                            yield null;
                                        }
                                        case "equals" -> proxy == arguments[0];
                                        case "hashCode" -> System.identityHashCode(proxy);
                                        default -> "stop on " + signal;
                                    });
            signalClass
                    .getMethod("handle", signalClass, handlerClass)
                    .invoke(
                            null,
                            signalClass.getConstructor(String.class).newInstance(signal),
                            handler);
        } catch (InvocationTargetException e) {
            // A JVM started with -Xrs leaves signals alone: then they end the process as ever.
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JDK has no sun.misc.Signal", e);
        }
    }
}
