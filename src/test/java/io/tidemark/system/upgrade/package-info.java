/**
 * Upgrades: a job that has state goes on as another version of itself, and its readers see nothing
 * of it.
 *
 * <p><b>What a real upgrade does.</b> The job is stopped with a savepoint, which commits all
 * transactions that the savepoint holds, and the new version starts from there beside the same
 * broker. It finds these transactions in its state and commits them again; the broker, asked by
 * name, knows that this was done before. {@link io.tidemark.system.upgrade.ChangedJobIT} takes that
 * way.
 *
 * <p><b>Kept savepoints</b> can't: they are restored years later beside a broker that has never
 * heard of the job, and would say, rightly, that a transaction it does not know is lost. So {@link
 * io.tidemark.system.upgrade.KeepSavepointsIT} holds the source, checkpoints until there is nothing
 * left to commit and every record can be read, and only then stops the job with a savepoint, in
 * which no transaction stands. (A restore with at-least-once delivery is no way around: the
 * transactional sinks and their state would be left out of the test.) The names of the job and of
 * its topics are part of the state: of the source's splits, and of the prefixes of the
 * transactions. A restored job therefore has the same ones, and its topic the same log, which is
 * kept as well.
 *
 * <p>{@link io.tidemark.system.upgrade.UpgradeIT} restores each of them: what was put out before,
 * as it was kept, and after it, as a reader finds it, is what the log amounts to when it is read
 * without Flink and state ({@link io.tidemark.system.upgrade.NaiveRows}).
 *
 * <p><b>Which state can change its form.</b> {@link io.tidemark.system.upgrade.StateForms} tells
 * the form of all that stands in a savepoint; what it calls
 *
 * <ul>
 *   <li><i>record</i>, Flink reads by the names of its components: one may be added, which is then
 *       0, false or null for what was stored before, or be taken away; none may change its type,
 *       and neither the class nor its package its name;
 *   <li><i>layout</i> has a serializer of ours, whose snapshot tells the version of what is
 *       written. Nothing changes by itself: a new form is a new version that reads the old ones.
 *       The user's accumulators, keys and events within it are asked on their own, so an
 *       accumulator that is a record may get a component more, in the middle of its windows;
 *   <li>anything else is fixed: numbers, texts, and the maps, lists and tuples of them. A tuple
 *       with one more field is another type, which Flink refuses. What they mean changes under a
 *       new name of the state, beside a reader of the old one;
 *   <li><i>version</i> are bytes that a source, its enumerator, a writer or a committer made, of
 *       which only the version of the serializer is known. It reads the ones before. What stands in
 *       a committer's bytes has one more version; as no transaction is left in a kept savepoint,
 *       {@code CountedTransactionSerializerTest} of the operators holds its forms instead.
 * </ul>
 *
 * <p>So these can get one field more: the ledger ({@code LedgerEntry}), a partition's progress at
 * the gate ({@code PartitionProgress}), the summary ({@code SummaryState}), orders that wait in
 * {@code rolling-spend}, and a user's accumulators that are records. A version of their own have
 * the windows and what is due of them, but {@code DecimalTotal} and the other accumulators of
 * {@code operators.aggregate} read their first layout only. And these can't: the identifiers that
 * the deduplication remembers, watermarks, and what our own jobs add up. For their accumulators are
 * tuples, {@code Tuple2<DecimalTotal, Long>} of orders and {@code Tuple3} of products: within a
 * layout, but fixed.
 */
@NullMarked
package io.tidemark.system.upgrade;

import org.jspecify.annotations.NullMarked;
