package io.tidemark.local.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The account of a run: each record that went in, and where it is now.
 *
 * <p>It adds up if {@code in = on time + late + duplicates + rejected + open}, if no line is below
 * zero, if nothing is open after a drained end, and if the job's own accounts of late and rejected
 * records say what their outputs hold. The last condition also finds two faults that cancel out,
 * and names the line in which one record is missing.
 *
 * @param in records that the job has taken in, measured from offsets and not by the job
 * @param onTime events in windows
 * @param late records in the late output
 * @param duplicates events that the job dropped as repeats
 * @param rejected records in the dead letters
 * @param open admitted events whose windows have not closed
 * @param drained whether all windows were made to close at the end
 * @param lateByAccount late events as the job counted them
 * @param rejectedByAccount rejected records as the job counted them
 */
public record Ledger(
        long in,
        long onTime,
        long late,
        long duplicates,
        long rejected,
        long open,
        boolean drained,
        long lateByAccount,
        long rejectedByAccount) {

    /** The account of a run that took in so many records and left these outputs. */
    public static Ledger of(long in, OutputCounts counts, boolean drained) {
        return new Ledger(
                in,
                counts.onTime(),
                counts.late(),
                counts.duplicates(),
                counts.rejected(),
                counts.open(),
                drained,
                counts.lateAtGate() + counts.lateAtWindow(),
                counts.rejectedByAccount());
    }

    /** Whether each record that went in has exactly one place. */
    public boolean addsUp() {
        return explain().isEmpty();
    }

    /** The sum of all lines but {@link #in()}. */
    public long accountedFor() {
        return onTime + late + duplicates + rejected + open;
    }

    /** Which lines are off and by how many, one sentence each; empty if the ledger adds up. */
    public List<String> explain() {
        List<String> findings = new ArrayList<>();
        if (late != lateByAccount) {
            findings.add(witnesses("late", "the late output holds", late, lateByAccount));
        }
        if (rejected != rejectedByAccount) {
            findings.add(
                    witnesses("rejected", "the dead letters hold", rejected, rejectedByAccount));
        }
        if (open < 0) {
            findings.add(
                    "on time: the windows count %s more than were admitted"
                            .formatted(events(-open)));
        }
        if (open > 0 && drained) {
            findings.add(
                    "on time: %s admitted but in no window, although all windows were drained"
                            .formatted(open == 1 ? "1 event was" : number(open) + " events were"));
        }
        long unaccounted = in - onTime - open - duplicates - lateByAccount - rejectedByAccount;
        if (unaccounted > 0) {
            findings.add(
                    "in: %s went in that the job has put to no account"
                            .formatted(events(unaccounted)));
        }
        if (unaccounted < 0) {
            findings.add(
                    "in: the job has accounted for %s more than went in"
                            .formatted(events(-unaccounted)));
        }
        return List.copyOf(findings);
    }

    /** The ledger as one JSON object: its lines, whether it adds up, and if not, why not. */
    public JsonNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("in", in);
        json.put("on_time", onTime);
        json.put("late", late);
        json.put("duplicates", duplicates);
        json.put("rejected", rejected);
        json.put("open", open);
        json.put("drained", drained);
        json.put("adds_up", addsUp());
        ArrayNode off = json.putArray("off");
        explain().forEach(off::add);
        return json;
    }

    private static String witnesses(String line, String holds, long found, long counted) {
        long difference = Math.abs(found - counted);
        return "%s: %s %s, but the job has counted %s: %s %s"
                .formatted(
                        line,
                        holds,
                        number(found),
                        number(counted),
                        number(difference),
                        found < counted ? "missing" : "too many");
    }

    private static String events(long count) {
        return count == 1 ? "1 event" : number(count) + " events";
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
