package io.tidemark.local.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final Ledger SOUND = new Ledger(1_000, 900, 60, 25, 10, 5, false, 60, 10);

    @Test
    void oneThatAddsUpHasNothingToExplain() {
        assertThat(SOUND.addsUp()).isTrue();
        assertThat(SOUND.explain()).isEmpty();
        assertThat(SOUND.accountedFor()).isEqualTo(1_000);
    }

    @Test
    void aRecordThatWasReadButNeverCountedIsMissedByOne() {
        Ledger ledger = new Ledger(1_001, 900, 60, 25, 10, 5, false, 60, 10);

        assertThat(ledger.addsUp()).isFalse();
        assertThat(ledger.explain())
                .containsExactly("in: 1 event went in that the job has put to no account");
    }

    @Test
    void aRecordThatWasCountedTwiceIsFoundToo() {
        Ledger ledger = new Ledger(999, 900, 60, 25, 10, 5, false, 60, 10);

        assertThat(ledger.explain())
                .containsExactly("in: the job has accounted for 1 event more than went in");
    }

    @Test
    void aLateRecordThatWasLostIsNamedAsLate() {
        Ledger ledger = new Ledger(1_000, 900, 59, 25, 10, 5, false, 60, 10);

        assertThat(ledger.explain())
                .containsExactly(
                        "late: the late output holds 59, but the job has counted 60: 1 missing");
    }

    @Test
    void deadLettersThatWereWrittenTwiceAreNamedAsRejected() {
        Ledger ledger = new Ledger(1_000, 900, 60, 25, 1_010, 5, false, 60, 10);

        assertThat(ledger.explain())
                .containsExactly(
                        "rejected: the dead letters hold 1,010, but the job has counted 10: 1,000 too many");
    }

    @Test
    void twoFaultsThatCancelOutAreStillTwoFaults() {
        Ledger ledger = new Ledger(1_000, 900, 59, 25, 11, 5, false, 60, 10);

        assertThat(ledger.accountedFor()).isEqualTo(ledger.in());
        assertThat(ledger.addsUp()).isFalse();
        assertThat(ledger.explain()).hasSize(2);
    }

    @Test
    void openEventsAreInOrderUnlessAllWindowsWereDrained() {
        Ledger drained = new Ledger(1_000, 904, 60, 25, 10, 1, true, 60, 10);

        assertThat(drained.explain())
                .containsExactly(
                        "on time: 1 event was admitted but in no window, although all windows were"
                                + " drained");
        assertThat(new Ledger(1_000, 905, 60, 25, 10, 0, true, 60, 10).addsUp()).isTrue();
    }

    @Test
    void windowsThatCountMoreThanWasAdmittedAreOff() {
        Ledger ledger = new Ledger(1_000, 906, 60, 25, 10, -1, true, 60, 10);

        assertThat(ledger.explain())
                .containsExactly("on time: the windows count 1 event more than were admitted");
    }

    @Test
    void openIsWhatWasAdmittedAndIsInNoWindow() {
        OutputCounts counts = new OutputCounts(90, 12, 3, 7, 8, 5, 100, 10, 2, 1, 3);

        assertThat(Ledger.of(120, counts, false))
                .isEqualTo(new Ledger(120, 90, 12, 5, 3, 8, false, 12, 3));
        assertThat(Ledger.of(118, counts, false).addsUp()).isTrue();
    }

    @Test
    void jsonHoldsEachLineAndTheVerdict() {
        assertThat(SOUND.toJson())
                .hasToString(
                        "{\"in\":1000,\"on_time\":900,\"late\":60,\"duplicates\":25,\"rejected\":10,\"open\":5,"
                                + "\"drained\":false,\"adds_up\":true,\"off\":[]}");
        assertThat(new Ledger(1, 0, 0, 0, 0, 0, true, 0, 0).toJson().toString())
                .contains("\"adds_up\":false", "\"off\":[\"in: 1 event went in");
    }
}
