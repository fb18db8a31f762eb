package io.tidemark.operators.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.operators.sink.PreflightException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real database makes of declarations. */
@ExtendWith(TestDatabase.class)
class DeclarationsIT {

    private static final int LONGEST = 63;

    /** It looks for what another one has not committed, does not find it, and waits. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void whatAnotherDeclaresAtTheSameMomentIsThere(int statement) throws Exception {
        VersionedUpsert<Change> sink = Change.sink();
        List<String> all = sink.declarations();
        assertThat(all).hasSize(5);
        TestDatabase.execute(all.subList(0, statement).toArray(new String[0]));
        CompletableFuture<Void> declared;
        try (Connection other = TestDatabase.address().open();
                Statement declaring = other.createStatement()) {
            other.setAutoCommit(false);
            declaring.execute(all.get(statement));
            declared = CompletableFuture.runAsync(sink::createIfAbsent);
            await().until(() -> somebodyWaits() || declared.isDone());
            assertThat(declared).isNotDone();
            other.commit();
        }
        assertThatCode(declared::join).doesNotThrowAnyException();
        assertThatCode(() -> sink.preflight(PreflightIT.CHECKPOINTED)).doesNotThrowAnyException();
    }

    private static boolean somebodyWaits() throws Exception {
        return !TestDatabase.rows("SELECT 1 FROM pg_locks WHERE NOT granted").isEmpty();
    }

    /** The view's would be the table's own, and IF NOT EXISTS take that for it. */
    @Test
    void aNameThatTheDatabaseWouldCutIsRefused() {
        VersionedUpsert<Change> sink = into("t".repeat(LONGEST));
        assertThatThrownBy(sink::createIfAbsent)
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("ttt_living\" has 70 bytes, of which PostgreSQL keeps 63")
                .hasMessageContaining("livingRowsIn(…)");
        String letters = "ü".repeat(LONGEST / 2 - 1);
        assertThatThrownBy(into("public." + letters)::declarations)
                .isInstanceOf(PreflightException.class)
                .hasMessageContaining("\"" + letters + "_living\" has 67 bytes");
        String long64 = "d".repeat(LONGEST + 1);
        for (String refused :
                List.of(
                        message(() -> into(long64).livingRowsIn("v").createIfAbsent()),
                        message(() -> Change.sink().deadRowsIn(long64).createIfAbsent()),
                        message(() -> LedgeredJob.Event.sink().ledgerIn(long64).createIfAbsent()),
                        message(() -> appendingTo(long64).createIfAbsent()))) {
            assertThat(refused).contains("\"" + long64 + "\" has 64 bytes").contains("shorter");
        }
    }

    private static String message(Runnable declaration) {
        try {
            declaration.run();
            return "nothing was refused";
        } catch (PreflightException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void tablesWhoseNamesBeginAlikeHaveTheirOwnIndexes() throws Exception {
        String one = "ü".repeat(LONGEST / 2) + "1";
        String other = "ü".repeat(LONGEST / 2) + "2";
        for (String table : List.of(one, other)) {
            VersionedUpsert<Change> sink =
                    into(table).livingRowsIn("living").deadRowsIn("d".repeat(LONGEST));
            sink.createIfAbsent();
            assertThatCode(() -> sink.preflight(PreflightIT.CHECKPOINTED))
                    .doesNotThrowAnyException();
        }
        assertThat(
                        TestDatabase.rows(
                                "SELECT tablename FROM pg_indexes"
                                        + " WHERE indexname LIKE '%_tombstones' ORDER BY 1"))
                .containsExactly(one, other);
        assertThat(TestDatabase.rows("SELECT 1 FROM pg_indexes WHERE indexname LIKE '%_once'"))
                .hasSize(1);
    }

    private static VersionedUpsert<Change> into(String table) {
        return VersionedUpsert.into(
                Table.<Change>named(table)
                        .key("id", "bigint", Change::id)
                        .value("name", "text", Change::name),
                Change::version,
                TestDatabase.address());
    }

    private static LedgeredRows<Change> appendingTo(String table) {
        return LedgeredRows.appendingTo(
                Table.<Change>named(table).value("id", "bigint", Change::id),
                TestDatabase.address());
    }
}
