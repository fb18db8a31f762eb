package io.tidemark.operators.late;

import java.nio.charset.StandardCharsets;

/** The JSON form of a ledger entry: {@code {"account":"duplicate","increment":3}}. */
public final class LedgerJson {

    private LedgerJson() {}

    /** The entry as one JSON object in UTF-8; labels and numbers need no escape. */
    public static byte[] write(LedgerEntry entry) {
        return ("{\"account\":\""
                        + entry.account().label()
                        + "\",\"increment\":"
                        + entry.increment()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
