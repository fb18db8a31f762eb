package io.tidemark.system.process;

import java.nio.ByteBuffer;
import java.util.function.Predicate;
import org.apache.kafka.common.protocol.ApiKeys;

/** Kafka's request to end a transaction, or its answer. */
public final class LostTransactionEnd extends Loss {

    /** A request begins with its length, its kind, the version of that, and its number. */
    private static final int REQUEST_HEAD = 4 + 2 + 2 + 4;

    /** An answer begins with its length and the number of its request. */
    private static final int ANSWER_HEAD = 4 + 4;

    private static final int NONE = -1;

    private final boolean answer;

    private LostTransactionEnd(boolean answer) {
        this.answer = answer;
    }

    /** The broker never hears of it. */
    public static LostTransactionEnd request() {
        return new LostTransactionEnd(false);
    }

    /** The broker has done it, and the client does not know. */
    public static LostTransactionEnd answer() {
        return new LostTransactionEnd(true);
    }

    @Override
    Conversation begin() {
        return new Conversation() {
            private final Frames requests = new Frames(REQUEST_HEAD);
            private final Frames answers = new Frames(ANSWER_HEAD);
            private volatile int asked = NONE;

            @Override
            boolean losesRequest(byte[] bytes, int length) {
                return requests.any(bytes, length, this::isTheRequest);
            }

            private boolean isTheRequest(ByteBuffer head) {
                if (head.getShort(4) != ApiKeys.END_TXN.id) {
                    return false;
                }
                asked = head.getInt(8);
                return !answer && isLost();
            }

            @Override
            boolean losesAnswer(byte[] bytes, int length) {
                return answers.any(
                        bytes, length, head -> head.getInt(4) == asked && answer && isLost());
            }
        };
    }

    /** Finds the heads of frames, which are as long as their first four bytes say. */
    private static final class Frames {

        private final byte[] head;
        private int known;
        private int rest;

        Frames(int headBytes) {
            this.head = new byte[headBytes];
        }

        /** Whether one of the heads that end within these bytes is wanted. */
        boolean any(byte[] bytes, int length, Predicate<ByteBuffer> wanted) {
            for (int i = 0; i < length; ) {
                if (rest > 0) {
                    int skipped = Math.min(rest, length - i);
                    rest -= skipped;
                    i += skipped;
                    continue;
                }
                head[known++] = bytes[i++];
                if (known == head.length) {
                    known = 0;
                    ByteBuffer read = ByteBuffer.wrap(head);
                    rest = read.getInt(0) - (head.length - Integer.BYTES);
                    if (wanted.test(read)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
