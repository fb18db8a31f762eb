package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Ledgers with one fault each. */
final class BrokenLedger {

    private BrokenLedger() {}

    /** Its entries commit by themselves, in front of the rows. */
    static Ledger outsideTheTransaction() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch) throws SQLException {
                try (Connection own = TestDatabase.address().open()) {
                    return super.enter(own, batch);
                }
            }
        };
    }

    /** It takes what it has for new. */
    static Ledger thatForgets() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch) throws SQLException {
                super.enter(connection, batch);
                return true;
            }
        };
    }

    /** It knows a checkpoint as a whole, and not which subtasks have written. */
    static Ledger thatConfusesSubtasks() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch) throws SQLException {
                return newest(connection, batch.lineage(), batch.sink()) < batch.checkpoint()
                        && super.enter(connection, batch);
            }
        };
    }

    /**
     * It never says that a restored checkpoint is old, and takes any entry of the same subtask and
     * checkpoint for the batch itself.
     */
    static Ledger withoutAgeAndWriters() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch) throws SQLException {
                try {
                    return super.enter(connection, batch);
                } catch (LedgerException stranger) {
                    return false;
                }
            }

            @Override
            public long newest(Connection connection, String lineage, String sink) {
                return 0;
            }
        };
    }

    private static class Twin implements Ledger {

        private static final long serialVersionUID = 1L;

        @Override
        public String table() {
            return FaultyLedger.sound().table();
        }

        @Override
        public List<String> declarations() {
            return FaultyLedger.sound().declarations();
        }

        @Override
        public boolean enter(Connection connection, LedgerBatch batch) throws SQLException {
            return FaultyLedger.sound().enter(connection, batch);
        }

        @Override
        public boolean has(Connection connection, LedgerBatch batch) throws SQLException {
            return FaultyLedger.sound().has(connection, batch);
        }

        @Override
        public long newest(Connection connection, String lineage, String sink) throws SQLException {
            return FaultyLedger.sound().newest(connection, lineage, sink);
        }

        @Override
        public void prune(Connection connection, String lineage, String sink, int keep)
                throws SQLException {
            FaultyLedger.sound().prune(connection, lineage, sink, keep);
        }
    }
}
