package io.tidemark.system.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * What one side of a conversation with PostgreSQL says, taken apart into messages: a kind, a length
 * that counts itself and what follows, and that.
 */
final class SqlMessages {

    /** The kind of a message that has none, as those have with which a client begins. */
    static final char NO_KIND = 0;

    /** What is kept of a message: enough for names and commands. */
    private static final int KEPT = 64;

    private static final int LENGTH = Integer.BYTES;

    private final byte[] begins = new byte[KEPT];
    private boolean withoutKind;
    private boolean kindIsKnown;
    private char kind;
    private int length;
    private int come;
    private volatile int skipped;

    private SqlMessages(boolean withoutKind) {
        this.withoutKind = withoutKind;
        begin();
    }

    static SqlMessages ofClient() {
        return new SqlMessages(true);
    }

    static SqlMessages ofServer() {
        return new SqlMessages(false);
    }

    /** The client begins once more: the server has said whether it would do as asked. */
    void beginAgain() {
        withoutKind = true;
        begin();
    }

    /** The next byte is an answer by itself. */
    void skipByte() {
        skipped = 1;
    }

    /** The text of this number, from 0, of those with which a message begins. */
    static String text(byte[] begins, int number) {
        String[] texts = new String(begins, UTF_8).split("\0", -1);
        return number < texts.length ? texts[number] : "";
    }

    /** Whether one of the messages that end within these bytes is wanted. */
    boolean any(byte[] bytes, int count, Wanted wanted) {
        for (int i = 0; i < count; i++) {
            if (!ends(bytes[i])) {
                continue;
            }
            char whole = kind;
            byte[] content = Arrays.copyOf(begins, Math.min(KEPT, length - LENGTH));
            withoutKind = false;
            begin();
            if (wanted.is(whole, content)) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        kind = NO_KIND;
        kindIsKnown = withoutKind;
        length = 0;
        come = 0;
    }

    private boolean ends(byte next) {
        if (skipped > 0) {
            skipped = 0;
            return false;
        }
        if (!kindIsKnown) {
            kind = (char) (next & 0xff);
            kindIsKnown = true;
            return false;
        }
        if (come < LENGTH) {
            length = length << 8 | next & 0xff;
        } else if (come - LENGTH < KEPT) {
            begins[come - LENGTH] = next;
        }
        come++;
        return come >= LENGTH && come == length;
    }

    /** Whether a message is one that is looked for. */
    @FunctionalInterface
    interface Wanted {

        /**
         * Whether it is.
         *
         * @param begins the first of its bytes behind the length
         */
        boolean is(char kind, byte[] begins);
    }
}
