package io.tidemark.local.ledger;

import java.util.List;

/**
 * The names of the topics that a job writes.
 *
 * @param results closed windows
 * @param late events that no window can take any more
 * @param deadLetters records that could not be read or are not plausible
 * @param ledger increments of the job's own accounts
 */
public record Outputs(String results, String late, String deadLetters, String ledger) {

    List<String> topics() {
        return List.of(results, late, deadLetters, ledger);
    }
}
