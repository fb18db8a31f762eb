/**
 * Writing to the outside, effectively once: what leaves a job is seen once by whoever reads it,
 * whatever crashed in between.
 *
 * <p>There are two ways to that, and Flink's checkpoints behind both. Either nothing is visible
 * before the checkpoint that holds it, and then all at once: a transaction. Or things become
 * visible when they are written, and writing them again changes nothing: idempotence.
 *
 * <table>
 * <caption>Which sink to take</caption>
 * <thead>
 * <tr><th></th>
 *     <th>{@link io.tidemark.operators.sink.kafka.KafkaOutput KafkaOutput}</th>
 *     <th>{@link io.tidemark.operators.sink.jdbc.VersionedUpsert VersionedUpsert}</th>
 *     <th>{@link io.tidemark.operators.sink.jdbc.LedgeredRows LedgeredRows}</th>
 *     <th>{@link io.tidemark.operators.sink.file.FileOutput FileOutput}</th></tr>
 * </thead>
 * <tbody>
 * <tr><th>for</th>
 *     <td>topics</td>
 *     <td>rows with a key and a version that comes from the data</td>
 *     <td>rows without either: appends, counters</td>
 *     <td>files for batch readers</td></tr>
 * <tr><th>by</th>
 *     <td>a transaction of the broker</td>
 *     <td>idempotence</td>
 *     <td>one database transaction with an entry in a ledger</td>
 *     <td>renaming</td></tr>
 * <tr><th>visible after</th>
 *     <td>the checkpoint: its interval, and more while one fails</td>
 *     <td>a batch: 1 s, 5,000 rows or 16 Mi characters</td>
 *     <td>the checkpoint</td>
 *     <td>the checkpoint</td></tr>
 * <tr><th>a reader must</th>
 *     <td>read with {@code isolation.level=read_committed}</td>
 *     <td>read the view of the living rows</td>
 *     <td>nothing</td>
 *     <td>leave out names that begin with a dot</td></tr>
 * <tr><th>costs</th>
 *     <td>a transaction a checkpoint and subtask; a name that the broker keeps for a week</td>
 *     <td>reading the old row of each key</td>
 *     <td>holding the rows between two barriers, at most 64 MiB a subtask unless said otherwise, and
 *     those of checkpoints that failed</td>
 *     <td>a file a checkpoint, subtask and bucket</td></tr>
 * <tr><th>needs outside</th>
 *     <td>a broker whose {@code transaction.max.timeout.ms} allows transactions that outlive two
 *     checkpoints, those that may fail in between, and a restart</td>
 *     <td>a primary key</td>
 *     <td>the ledger in the table's database</td>
 *     <td>a file system that renames atomically, or multi-part uploads</td></tr>
 * <tr><th>an older checkpoint after newer commits</th>
 *     <td>refused by name</td>
 *     <td>changes nothing</td>
 *     <td>refused by name, or rolled forward by positions that were kept with all rows since</td>
 *     <td><b>doubles</b>: a directory can't say which checkpoint a file is of</td></tr>
 * <tr><th>down for longer than the transaction's timeout</th>
 *     <td><b>loses</b> what was flushed and not committed: told by name, counted, and the job fails
 *     unless it is told to bear it</td>
 *     <td>waits</td>
 *     <td>waits</td>
 *     <td>waits</td></tr>
 * <tr><th>a cancelled job leaves</th>
 *     <td>perhaps open transactions, which stop readers until they time out or are swept</td>
 *     <td>rows beyond its last checkpoint, which a replay writes again</td>
 *     <td>nothing; one that hangs in a commit a transaction, which the server ends</td>
 *     <td>hidden files</td></tr>
 * </tbody>
 * </table>
 *
 * <p>The packages say more of each, and what it does not cover. What they say of crashes is held
 * against a real cluster whose processes are killed at each point at which it could be false, the
 * crash matrix of the system tests.
 */
@NullMarked
package io.tidemark.operators.sink;

import org.jspecify.annotations.NullMarked;
