package io.tidemark.operators.sink.jdbc;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A sound ledger, and a fault that strikes once, behind an entry and in front of the rows and the
 * commit.
 */
final class FaultyLedger implements Ledger {

    private static final long serialVersionUID = 1L;

    private final Ledger sound;
    private final Fault fault;
    private final AtomicInteger untilItStrikes;

    /** Not written down: who stands still is never sent to another process. */
    private final transient CountDownLatch goesOn;

    private FaultyLedger(Ledger sound, Fault fault, int entries) {
        this(sound, fault, entries, new CountDownLatch(0));
    }

    private FaultyLedger(Ledger sound, Fault fault, int entries, CountDownLatch goesOn) {
        this.goesOn = goesOn;
        this.sound = sound;
        this.fault = fault;
        this.untilItStrikes = new AtomicInteger(entries);
    }

    static FaultyLedger crashingAfterEntries(int entries) {
        return crashing(sound(), entries);
    }

    static FaultyLedger crashing(Ledger ledger, int entries) {
        return new FaultyLedger(
                ledger,
                connection -> {
                    throw new Crash();
                },
                entries);
    }

    static FaultyLedger breakingTheConnectionAfterEntries(int entries) {
        return new FaultyLedger(
                sound(),
                connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("SELECT pg_terminate_backend(pg_backend_pid())");
                    }
                },
                entries);
    }

    static FaultyLedger standingStillAfterEntries(int entries) {
        CountDownLatch goesOn = new CountDownLatch(1);
        return new FaultyLedger(
                sound(),
                connection -> {
                    try {
                        goesOn.await();
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                },
                entries,
                goesOn);
    }

    /** A sound ledger that tells up to which checkpoint others were looked for. */
    static Ledger telling(Consumer<Long> seen) {
        return new BrokenLedger.Twin() {
            @Override
            public boolean enter(Connection connection, LedgerBatch batch, Entering how)
                    throws SQLException {
                seen.accept(how.seen());
                return super.enter(connection, batch, how);
            }
        };
    }

    static Ledger sound() {
        return new LedgerTable(LedgerTable.NAME, Postgres.DIALECT);
    }

    boolean fired() {
        return untilItStrikes.get() <= 0;
    }

    void awaitFired() {
        await().atMost(Duration.ofMinutes(1)).until(this::fired);
    }

    /** Lets whoever stands still go on. */
    void goOn() {
        goesOn.countDown();
    }

    @Override
    public boolean enter(Connection connection, LedgerBatch batch, Entering how)
            throws SQLException {
        boolean entered = sound.enter(connection, batch, how);
        if (untilItStrikes.decrementAndGet() == 0) {
            fault.strike(connection);
        }
        return entered;
    }

    @Override
    public String table() {
        return sound.table();
    }

    @Override
    public List<String> declarations() {
        return sound.declarations();
    }

    @Override
    public boolean has(Connection connection, LedgerBatch batch) throws SQLException {
        return sound.has(connection, batch);
    }

    @Override
    public long newest(Connection connection, String lineage, String sink) throws SQLException {
        return sound.newest(connection, lineage, sink);
    }

    @Override
    public Map<String, Long> withoutPositions(Connection connection, String sink)
            throws SQLException {
        return sound.withoutPositions(connection, sink);
    }

    @Override
    public void prune(Connection connection, String lineage, String sink, int keep)
            throws SQLException {
        sound.prune(connection, lineage, sink, keep);
    }

    /** The end of a process, as the code around it sees it. */
    static final class Crash extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** What happens. */
    private interface Fault extends java.io.Serializable {

        void strike(Connection connection) throws SQLException;
    }
}
