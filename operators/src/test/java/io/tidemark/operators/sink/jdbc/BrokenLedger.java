package io.tidemark.operators.sink.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Ledgers with one fault each. */
final class BrokenLedger {

    private BrokenLedger() {}

    /** Its entries commit by themselves, in front of the rows. */
    static Ledger outsideTheTransaction() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                    throws SQLException {
                try (Connection own = TestDatabase.address().open()) {
                    return super.enter(own, batch, how);
                }
            }
        };
    }

    /** It takes what it has for new. */
    static Ledger thatForgets() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                    throws SQLException {
                super.enter(connection, batch, how);
                return true;
            }
        };
    }

    /** It knows a checkpoint as a whole, and not which subtasks have written. */
    static Ledger thatConfusesSubtasks() {
        return new Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                    throws SQLException {
                return newest(connection, batch.lineage(), batch.sink()) < batch.checkpoint()
                        && super.enter(connection, batch, how);
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
            public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                    throws SQLException {
                try {
                    return super.enter(connection, batch, how);
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

    /** The sound ledger, to be changed in one place. */
    static class Twin implements Ledger {

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
        public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                throws SQLException {
            return FaultyLedger.sound().enter(connection, batch, how);
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
        public Map<String, Long> withoutPositions(Connection connection, String sink)
                throws SQLException {
            return FaultyLedger.sound().withoutPositions(connection, sink);
        }

        @Override
        public void prune(Connection connection, String lineage, String sink, int keep)
                throws SQLException {
            FaultyLedger.sound().prune(connection, lineage, sink, keep);
        }
    }
}
