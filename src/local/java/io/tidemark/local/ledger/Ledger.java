package io.tidemark.local.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

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

    public boolean addsUp() {
        return explain().isEmpty();
    }

    public List<String> explain() {
        return List.of();
    }

    public JsonNode toJson() {
        return JsonNodeFactory.instance.objectNode();
    }
}
