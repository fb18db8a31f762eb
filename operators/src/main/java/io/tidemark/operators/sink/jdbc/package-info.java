/**
 * Writing to database tables, effectively once: {@link
 * io.tidemark.operators.sink.jdbc.VersionedUpsert} for rows that have a key and a version, {@link
 * io.tidemark.operators.sink.jdbc.LedgeredRows} for appends and counters, which have neither.
 *
 * <h2>Versioned upsert</h2>
 *
 * <p><b>Guarantee.</b> For each key the table holds the highest version that it took: a function of
 * the set of changes alone. Order, repetitions, batches, parallelism, crashes, restores from any
 * checkpoint and two jobs at once change nothing about it. A deletion is a version, too, and leaves
 * a tombstone behind the view of the living rows.
 *
 * <p><b>Visible latency.</b> That of a batch, a second unless said otherwise, whatever the
 * checkpoint interval. A reader may so see a row whose checkpoint then fails; after the restart it
 * sees it written again, unchanged. <b>Cost.</b> One statement a batch. The database reads the old
 * row of each key, writes the new one if it is newer, and keeps a tombstone a deleted key until the
 * purge. <b>State.</b> None.
 *
 * <p><b>Needs.</b> Commits that last (see below); PostgreSQL 12 or newer and its driver in the job;
 * a primary key or unique index on the key columns; nullable value columns if it deletes; a version
 * that comes from the data and is not shared by two different rows of a key; a connection a
 * subtask.
 *
 * <p><b>Does not cover.</b> A version older than a tombstone that was purged: it comes back to
 * life. Other writers of the table that do not compare versions. Constraints that look at other
 * rows, such as foreign keys: what they refuse depends on the order, so the table then does, too;
 * and deferred ones, which are broken at the commit, where no row can be told from another: they
 * fail the job. Several tables: each is right by itself, a reader may see one ahead of the other. A
 * refused row is among the dead rows only until somebody deletes it there, and nothing writes it
 * again.
 *
 * <h2>Ledgered rows</h2>
 *
 * <p><b>Guarantee.</b> Each row that passed the sink before a completed checkpoint is written once,
 * and none that came after it: the rows of a checkpoint and of one writing subtask, their entry in
 * the ledger, their dead rows and their positions are one transaction. A commit that comes again,
 * for its answer got lost, for the job restarted, or for the checkpoint was restored twice, finds
 * its entry. Two jobs that were started from one checkpoint find each other's entries, and the one
 * that commits second fails. A rescale changes nothing: an entry names the subtask that wrote, and
 * a batch keeps that name wherever it is committed.
 *
 * <p><b>Visible latency.</b> The checkpoint interval, and the time of a checkpoint and of the
 * commit. The subtasks commit one by one: a reader may see some of a checkpoint's rows before the
 * others. <b>Cost.</b> One transaction a checkpoint and subtask, also where there are no rows; one
 * ledger row, of which the newest 1,000 checkpoints are kept; no prepared transactions, so {@code
 * max_prepared_transactions} may be 0. Appended rows go in by one {@code COPY}; by {@code INSERT},
 * 5,000 a statement, if the table refuses one of them, or has rules, row security, identities or
 * columns of other types than declared, with which a copy would do something else. While a subtask
 * commits, it takes no rows. <b>State.</b> The rows of a checkpoint until the next completed one,
 * bounded by {@code holdingAtMost}, and the lineage.
 *
 * <p><b>Needs.</b> Commits that last (see below); checkpoints in mode {@code EXACTLY_ONCE}; the
 * ledger in the same database as the table; a name for the sink that stays; a connection a subtask,
 * and a second one for a moment at the start.
 *
 * <p><b>Restore.</b> What the checkpoint holds is committed, unless it was. A checkpoint that is
 * older than the newest entry of its lineage is refused before anything is written, or rolled
 * forward by positions.
 *
 * <p><b>Does not cover.</b> A start without state, or with another name of the sink, over a table
 * that has rows: without {@code rollForwardBy} it is a new history, and writes the old input again.
 * Two jobs that start from one checkpoint and commit their first batches, of different subtasks, at
 * the same moment: each is then written, and both jobs fail at the next. A restored subtask whose
 * predecessors had all come to the end of their input has no lineage left and takes the job's id
 * for one; what it writes is written once all the same, but a restore of an older checkpoint finds
 * it only by the entries of the others. Rows deleted from the ledger by hand. A database that is
 * itself restored to an earlier moment: the ledger goes back with the rows, and the job's state
 * does not, so what was committed between is lost; restore a checkpoint of before that moment.
 *
 * <h2>Both</h2>
 *
 * <p><b>Need</b> a connection with {@code synchronous_commit} at anything but {@code off}, and a
 * server with {@code fsync} on: a commit that was answered must still be there after a crash, for
 * no checkpoint has its rows any more. {@code preflight} refuses the first; the second is the
 * server's, and also decides what a loss of power does to everything else in it.
 *
 * <p><b>Lateness.</b> None is judged here; a late correction is a newer version, or one more
 * addition. <b>Failures that pass</b> (connection 08, resources 53, shutdown 57P0, serialization
 * 40001, deadlock 40P01) are retried with a growing wait, ten times within some 33 seconds unless
 * said otherwise, while the subtask stands still; longer than the checkpoint timeout is of no use.
 * Then the job fails, with the database's complaint as the cause. An answer that never comes is no
 * failure to the driver: give the connection a {@code socketTimeout} and {@code tcpKeepAlive}.
 *
 * <p><b>Dead rows.</b> What the table refuses by itself (SQLSTATE 22, 23, and 21 and 54 where one
 * row alone meets it) is found by halving the batch and kept in {@code tidemark_dead_rows}, with
 * the reason, in the transaction of the others: in a batch of n rows each costs some 2 log n
 * statements more. They count in {@code deadRows}. Texts there show the null character as a picture
 * of it.
 */
@NullMarked
package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.NullMarked;
