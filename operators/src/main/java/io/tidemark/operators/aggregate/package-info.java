/**
 * Aggregates: ready-made folds of events into one result, for Tidemark's windows and for Flink's.
 *
 * <p><b>Guarantee.</b> A result depends on which events there were and on nothing else: not on
 * their order, nor on how partial results were merged, nor on what was merged and taken out again.
 * Sums and counts are exact; where a result is an estimate, its error bound is stated. Each defines
 * its result for an empty input. None uses Kryo, and none uses reflection unless the type
 * information that is given for a row or key does.
 *
 * <p><b>State</b>, one accumulator a key and pane or window, and <b>cost</b> an event beside what
 * the window takes:
 *
 * <table>
 *   <caption>The aggregates</caption>
 *   <tr><th>aggregate</th><th>accumulator, as written</th><th>cost an event</th>
 *       <th>invertible</th><th>of no event</th></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.Count}</td>
 *       <td>8 bytes</td><td>an increment</td><td>yes</td><td>0</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.ExactSum},
 *           {@link io.tidemark.operators.aggregate.CountAndSum}</td>
 *       <td>3 to 20 bytes, or the digits of a larger sum; 2 to 10 more for each further scale</td>
 *       <td>an addition</td><td>yes</td><td>0</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.Average}</td>
 *       <td>the same</td><td>an addition</td><td>yes</td><td>null</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.Min},
 *           {@link io.tidemark.operators.aggregate.Max}</td>
 *       <td>a byte and one key</td><td>a comparison</td><td>no</td><td>null</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.TopN}</td>
 *       <td>n rows</td><td>a comparison</td><td>no</td><td>an empty list</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.TopItems}</td>
 *       <td>each item, and 9 bytes</td><td>a hash</td><td>yes</td><td>an empty list</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.DistinctCount}</td>
 *       <td>10 bytes and 4 for each value, at most 4 KiB</td><td>a hash</td><td>no</td>
 *       <td>0</td></tr>
 *   <tr><td>{@link io.tidemark.operators.aggregate.Quantiles}</td>
 *       <td>2 to 4 bytes a bucket, 64 buckets for each doubling of the range</td>
 *       <td>a binary search</td><td>yes</td><td>NaN</td></tr>
 * </table>
 *
 * <p>Accumulators are changed in place. What an event function throws is thrown on, and the
 * accumulator is then as it was.
 *
 * <p><b>Lateness.</b> None is judged here. <b>Restore.</b> The layouts are versioned; the first one
 * is read by every later version.
 *
 * <p><b>Papers.</b> P. Flajolet, É. Fusy, O. Gandouet, F. Meunier: HyperLogLog, AofA 2007. C.
 * Masson, J. E. Rim, H. K. Lee: DDSketch, VLDB 2019. What makes an aggregate invertible, and what
 * that is worth to a window: K. Tangwongsan, M. Hirzel, S. Schneider, K.-L. Wu: General Incremental
 * Sliding-Window Aggregation, VLDB 2015.
 */
@NullMarked
package io.tidemark.operators.aggregate;

import org.jspecify.annotations.NullMarked;
