package io.tidemark.system.process;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A message that is lost on its way, once, when it is asked for; the connection breaks with it. It
 * may be held for a while, and be passed on after all.
 */
public abstract class Loss {

    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile boolean passedOn;
    private volatile boolean happened;
    private volatile boolean comeAgain;

    /** The next such message is lost. */
    public void arm() {
        happened = false;
        comeAgain = false;
        armed.set(true);
    }

    /** The next such message is held on its way until it is lost or passed on. */
    public void armHolding() {
        held = new CountDownLatch(1);
        passedOn = false;
        arm();
    }

    /** Loses what is held. */
    public void lose() {
        held.countDown();
    }

    /** Lets what is held come to where it was sent. */
    public void passOn() {
        passedOn = true;
        held.countDown();
    }

    /** Whether one has been lost since, or is held. */
    public boolean hasHappened() {
        return happened;
    }

    /** Whether such a message has come by since on a connection that was not there before. */
    public boolean hasComeAgain() {
        return comeAgain;
    }

    /** Looks at what is said on a new connection. */
    abstract Conversation begin();

    /** What is said on one connection, in the portions in which it comes. */
    abstract class Conversation {

        private final boolean afterwards = happened;

        /** Such a message has come by; whether it is the one. */
        final boolean isLost() {
            if (afterwards) {
                comeAgain = true;
            }
            if (!armed.compareAndSet(true, false)) {
                return false;
            }
            happened = true;
            try {
                held.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return !passedOn;
        }

        /** Whether these bytes from the client are not to come to the server. */
        abstract boolean losesRequest(byte[] bytes, int length);

        /** Whether these bytes from the server are not to come to the client. */
        abstract boolean losesAnswer(byte[] bytes, int length);
    }
}
