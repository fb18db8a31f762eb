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
 * <p><b>Visible latency.</b> That of a batch, whatever the checkpoint interval: a second, 5,000
 * rows or 16 Mi characters, unless said otherwise of the first two. A reader may so see a row whose
 * checkpoint then fails; after the restart it sees it written again, unchanged. <b>Cost.</b> One
 * statement a batch. The database reads the old row of each key, writes the new one if it is newer,
 * and keeps a tombstone a deleted key until the purge. <b>State.</b> None.
 *
 * <p><b>Needs.</b> Commits that last (see below); PostgreSQL 12 or newer and its driver in the job;
 * a primary key, or a unique index on key columns that are {@code NOT NULL} (or with {@code NULLS
 * NOT DISTINCT}); nullable value columns if it deletes; a version that comes from the data and is
 * not shared by two different rows of a key; checkpoints, unless the source starts again from its
 * beginning after a failure, as it does in runtime mode {@code BATCH}; a connection a subtask.
 *
 * <p><b>Does not cover.</b> A version older than a tombstone that was purged: it comes back to
 * life. Other writers of the table that do not compare versions. Constraints that look at other
 * rows, such as foreign keys: what they refuse depends on the order, so the table then does, too;
 * and deferred ones, which are broken at the commit, where no row can be told from another: they
 * fail the job. A single row of some hundred megabytes: PostgreSQL takes no message of a gigabyte,
 * and the job fails (08P01). Several tables: each is right by itself, a reader may see one ahead of
 * the other. A refused row is among the dead rows only until somebody deletes it there, and nothing
 * writes it again.
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
 * ledger row; three statements more where positions are kept; no prepared transactions, so {@code
 * max_prepared_transactions} may be 0. Of each lineage the ledger keeps the entries of its newest
 * 1,000 checkpoints, and those of the newest one with which rows went in without positions; the
 * first subtask prunes it at its first commit and then every 100 checkpoints. A lineage that nobody
 * goes on with stays as it is. Appended rows go in by one {@code COPY}; by {@code INSERT}, 5,000 or
 * 16 Mi characters a statement, if the table refuses one of them, if the database cancels the copy
 * (57014, as {@code statement_timeout} does: a copy is one statement), or if the table has rules,
 * row security, identities or columns of other types than declared, with which a copy would do
 * something else. That is asked once an attempt: a table is altered while the job is stopped. While
 * a subtask commits, it takes no rows.
 *
 * <p><b>State.</b> The lineage, and the rows that are not committed yet. {@code holdingAtMost}
 * bounds what a subtask takes between two barriers. It holds that once while it takes it, and once
 * for each barrier since the last completed checkpoint: bound × (1 + c + f + s), with c concurrent
 * checkpoints, f that fail one after another, as far as the job bears it ({@code
 * execution.checkpointing.tolerable-failed-checkpoints}; declined ones come on top), and s
 * savepoints in between. So much goes into a checkpoint, too, and writing it takes a copy of one
 * batch more. After a restore with fewer subtasks each has the batches of several. A commit by
 * {@code COPY} takes no more; counters take 24 bytes a row in addition, and rows that go in by
 * {@code INSERT} a portion of them as objects.
 *
 * <p><b>Needs.</b> Commits that last (see below); runtime mode {@code STREAMING}, and checkpoints
 * in mode {@code EXACTLY_ONCE}, also after the last row; the ledger in the same database as the
 * table; a name for the sink that stays; a connection a subtask, and a second one for a moment at
 * the start.
 *
 * <p><b>Restore.</b> What the checkpoint holds is committed, unless it was. A checkpoint that is
 * older than the newest entry of its lineage is refused before anything is written, or rolled
 * forward by positions.
 *
 * <p><b>Rolling forward.</b> The positions say up to where each partition's rows are in the table,
 * as long as they were kept with each of them: an entry in the ledger says whether they were, and a
 * restore that would have to go by positions that were not kept is refused. They belong to one
 * lineage at a time. A run that is rolled forward from its state takes them over with its first
 * rows, and a new one by {@code goingOnFrom}; after that the former one's rows are refused. So two
 * jobs that name their sinks alike never take each other's rows for their own. A position tells one
 * row from all others: rows of one offset have places, for a barrier may pass between them, and the
 * second may wait in a channel's state while the first is committed.
 *
 * <p><b>A process that hangs</b> or whose host is gone within a commit leaves a transaction open,
 * and with it locks that the next attempt waits for. The server ends it: after 30 s in which it
 * stood still between two statements, and some 50 s after its host stopped answering. Whoever waits
 * for the entry of its batch is told after 10 s who may hold the lock, and tries again as the
 * backoff says; rows that another subtask writes, too (the counters that it adds to, and whose the
 * positions are with a lineage's first rows) are waited for, a minute at a time. Not ended is a
 * {@code COPY} that a frozen process on a living host does not go on with; {@code
 * statement_timeout} would, or {@code pg_terminate_backend}. A process that wakes up finds its
 * connection gone, commits again, and finds that it is done, or does it: never both.
 *
 * <p><b>Does not cover.</b> A start without state, or with another name of the sink, over a table
 * that has rows: without {@code rollForwardBy} it is a new history, and writes the old input again.
 * Two jobs that start from one checkpoint and commit their first batches, of different subtasks, at
 * the same moment: each is then written, and one or both fail at the next. If both do, so does
 * whatever is restored from a checkpoint of theirs; where positions are kept, a job goes on from
 * the common one. A restored subtask whose predecessors had all come to the end of their input has
 * no lineage left and takes the job's id for one; what it writes is written once all the same, but
 * a restore of an older checkpoint finds it only by the entries of the others; with positions it
 * may write nothing. Rows deleted from the ledger by hand. A database that is itself restored to an
 * earlier moment: the ledger goes back with the rows, and the job's state does not, so what was
 * committed between is lost; restore a checkpoint of before that moment. Rows of one offset that
 * differ from replay to replay, or that share a position.
 *
 * <h2>Both</h2>
 *
 * <p><b>Need</b> a connection with {@code synchronous_commit} at anything but {@code off}, and a
 * server with {@code fsync} on: a commit that was answered must still be there after a crash, for
 * no checkpoint has its rows any more. {@code preflight} refuses the first; the second is the
 * server's, and also decides what a loss of power does to everything else in it.
 *
 * <p><b>Through a pooler</b> that lends a connection by the transaction, as PgBouncer does in mode
 * {@code transaction}, tell the driver {@code .with("prepareThreshold", "0")}: otherwise it looks
 * in one session for statements that it prepared in another, unless the pooler keeps track of them.
 * The pooler must keep each client's time zone, as PgBouncer does; nothing else is set for longer
 * than a transaction. Settings that the connection's {@code options} would make belong to the role
 * then.
 *
 * <p><b>The driver</b> may be in the job's jar. {@code DriverManager} then keeps it, and with it
 * all of the job's classes, for as long as the TaskManager runs: where jobs come and go, put it
 * into Flink's {@code lib/} instead.
 *
 * <p><b>Time zone.</b> The sessions are in UTC, whatever zone a process, a role or the connection's
 * options have: where the database converts between times with and without a zone, the same value
 * becomes the same wherever it is written. A table that another tool has filled in another zone
 * needs its times converted before the first start: as part of a key the same time would otherwise
 * be another row. Defaults and triggers that ask for the local time get UTC's.
 *
 * <p><b>Lateness.</b> None is judged here; a late correction is a newer version, or one more
 * addition. <b>Failures that pass</b> (SQLSTATE class 08 except 08P01, resources 53, shutdown 57P0,
 * serialization 40001, deadlock 40P01, a lock 55P03, a transaction that stood still 25P03) are
 * retried with a growing wait, up to ten attempts within 25 to 41 seconds of waiting unless said
 * otherwise, while the subtask stands still; longer than the checkpoint timeout is of no use. Then
 * the job fails, with the database's complaint as the cause. An answer that never comes is no
 * failure to the driver: give the connection a {@code socketTimeout} and {@code tcpKeepAlive}.
 *
 * <p><b>Locks that others hold</b>, such as that of a table that is being altered, are waited for,
 * a minute at most each, by an upsert and by the rows of a commit, and then again as the backoff
 * says: ten attempts bear with some ten minutes. A job that is cancelled meanwhile ends when the
 * wait does: after a minute, or after two where a commit waits for its positions and then for the
 * table. That is before Flink's {@code task.cancellation.timeout} of 180 s takes the whole
 * TaskManager for lost; set that no lower. Only a statement that waits for one row after another,
 * each held by somebody else, may take longer. A {@code lock_timeout} of the role or the connection
 * that is shorter stays, and so does a {@code statement_timeout}: one that ends such a wait (57014)
 * fails the job, for the database does not tell it from a statement that is too slow. With the
 * driver's {@code preferQueryMode=simple} an upsert has no bound of its own: give the role a {@code
 * lock_timeout} then.
 *
 * <p><b>A newest checkpoint that cannot be read</b> fails the job, for Flink does not go back to
 * the one before by itself. Start the job from the one before: upserts and rows that are rolled
 * forward come out the same; other ledgered rows refuse it until the rows committed since are taken
 * back together with their ledger entries.
 *
 * <p><b>Dead rows.</b> What the table refuses by itself (SQLSTATE 22, 23, 44000, P0001, which is a
 * trigger's {@code RAISE EXCEPTION} without a state of its own, and 21 and 54 where one row alone
 * meets it) is found by halving the batch and kept in {@code tidemark_dead_rows}, with the reason,
 * in the transaction of the others: in a batch of n rows each costs some 2 log n statements more.
 * They count in {@code deadRows}; any number of them, unless {@code failingBeyond} sets a bound
 * beyond which the job fails instead. What is kept of them is ASCII, with JSON's escapes for other
 * characters, for the database's encoding may lack one; the null character is shown as a picture of
 * it, U+2400.
 */
@NullMarked
package io.tidemark.operators.sink.jdbc;

import org.jspecify.annotations.NullMarked;
