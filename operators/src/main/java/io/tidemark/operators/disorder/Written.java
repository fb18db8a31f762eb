package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What stands before a written study: that it is one, and for which plan. */
final class Written {

    private static final int FORMAT = 0x7D150004;

    private Written() {}

    static void begin(DataOutput out, StudyPlan plan) throws IOException {
        out.writeInt(FORMAT);
        out.writeInt(plan.fingerprint());
    }

    static void check(DataInput in, StudyPlan plan) throws IOException {
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException(
                    "format="
                            + Integer.toHexString(format)
                            + " is not that of a study ("
                            + Integer.toHexString(FORMAT)
                            + "): it was written by another version, study the events again");
        }
        if (in.readInt() != plan.fingerprint()) {
            throw new IOException(
                    "plan="
                            + plan
                            + " is not the one that the study was written with: give the same"
                            + " delays, windows and arrival clock");
        }
    }
}
