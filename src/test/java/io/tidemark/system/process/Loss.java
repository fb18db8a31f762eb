package io.tidemark.system.process;

import java.util.concurrent.atomic.AtomicBoolean;

/** A message that is lost on its way, once, when it is asked for; the connection breaks with it. */
public abstract class Loss {

    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicBoolean happened = new AtomicBoolean();

    /** The next such message is lost. */
    public void arm() {
        happened.set(false);
        armed.set(true);
    }

    /** Whether one has been lost since. */
    public boolean hasHappened() {
        return happened.get();
    }

    /** Whether the message that has come by is the one. */
    boolean happens() {
        if (!armed.compareAndSet(true, false)) {
            return false;
        }
        happened.set(true);
        return true;
    }

    /** Looks at what is said on a new connection. */
    abstract Conversation begin();

    /** What is said on one connection, in the portions in which it comes. */
    interface Conversation {

        /** Whether these bytes from the client are not to come to the server. */
        boolean losesRequest(byte[] bytes, int length);

        /** Whether these bytes from the server are not to come to the client. */
        boolean losesAnswer(byte[] bytes, int length);
    }
}
