package io.tidemark.system.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** PostgreSQL's answer to a commit: the database has committed, and the client does not know. */
public final class LostCommitAnswer extends Loss {

    /** The message that a transaction is committed: its kind, length and text. */
    private static final byte[] COMMITTED = "C\0\0\0\013COMMIT\0".getBytes(US_ASCII);

    @Override
    Conversation begin() {
        return new Conversation() {
            private int matched;

            @Override
            public boolean losesRequest(byte[] bytes, int length) {
                return false;
            }

            @Override
            public boolean losesAnswer(byte[] bytes, int length) {
                for (int i = 0; i < length; i++) {
                    matched = next(matched, bytes[i]);
                    if (matched == COMMITTED.length && happens()) {
                        return true;
                    }
                }
                return false;
            }
        };
    }

    /** How much of the message the bytes end with: no part of it stands in it twice. */
    private static int next(int matched, byte one) {
        int so = matched == COMMITTED.length ? 0 : matched;
        if (one == COMMITTED[so]) {
            return so + 1;
        }
        return one == COMMITTED[0] ? 1 : 0;
    }
}
