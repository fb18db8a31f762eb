package io.tidemark.operators.deadletter;

/** Finds bytes that cannot stand in UTF-8. */
final class Utf8 {

    private Utf8() {}

    /**
     * The place of the first byte that makes a text malformed, by Unicode's table of well-formed
     * sequences, or -1.
     *
     * <p>Malformed are also forms longer than needed, surrogates, and what lies behind U+10FFFF.
     */
    static int firstMalformed(byte[] text) {
        int i = 0;
        while (i < text.length) {
            int lead = text[i] & 0xff;
            if (lead < 0x80) {
                i++;
                continue;
            }
            int length = lengthOf(lead);
            if (length == 0
                    || i + length > text.length
                    || !mayFollow(lead, text[i + 1] & 0xff)
                    || (length > 2 && !continues(text[i + 2] & 0xff))
                    || (length > 3 && !continues(text[i + 3] & 0xff))) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    /** How many bytes a character has that starts with this one; 0 if none does. */
    private static int lengthOf(int lead) {
        if (lead < 0xc2 || lead > 0xf4) {
            return 0;
        }
        return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    }

    private static boolean mayFollow(int lead, int second) {
        return switch (lead) {
            case 0xe0 -> second >= 0xa0 && second <= 0xbf;
            case 0xed -> second >= 0x80 && second <= 0x9f;
            case 0xf0 -> second >= 0x90 && second <= 0xbf;
            case 0xf4 -> second >= 0x80 && second <= 0x8f;
            default -> continues(second);
        };
    }

    private static boolean continues(int following) {
        return following >= 0x80 && following <= 0xbf;
    }
}
