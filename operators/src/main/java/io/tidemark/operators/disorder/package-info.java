/**
 * How much a delay behind the watermark buys: for every delay of a fixed grid, how many events
 * would be behind it and how many their windows would lose, counted in one pass.
 *
 * <pre>
 *  arrivals, by partition                          Study, StudyOperator
 *     │
 *  DelayStudy    every delay of the grid           beside it StrategyTrial: a strategy each
 *     │             counts, panes, progress        Tallies, PaneSample, ProgressCurve
 *     ▼
 *  findings of a partition                         DelayFindings, TrialFindings
 *     │             they add up in any order       JoinedProgress: windows wait for the slowest
 *     ▼
 *  Recommendation  a delay, its reason, warnings   Completeness, RightTruncation, StudyWarnings
 * </pre>
 *
 * <p><b>What it measures.</b> A {@link io.tidemark.operators.disorder.DelayStudy} takes the events
 * of one partition in the order of their arrival and counts, exactly and for each delay with that
 * delay's own step, the events whose time the watermark had passed when they came, and for each
 * window size the events whose window was complete by then: record for record what a job drops that
 * runs bounded watermarks with that delay. What it says beside that is estimated, and each class
 * states how well: quantiles of lag and disorder to 0.4%, what a result waits and how many windows
 * are open from a sample of panes (at most 16,384 a window size and partition, 65,536 together),
 * the worst keys from a sample of late events, what has not arrived yet from the hazard in reverse
 * time.
 *
 * <p><b>Memory</b> does not grow with the number of events: one to five megabytes a partition, most
 * of it panes and sampled events. <b>Cost.</b> An event that is in order costs some hash probes and
 * additions, one that is not a few more; nothing is allocated but for the few events that a sample
 * takes.
 *
 * <p><b>Merging.</b> {@link io.tidemark.operators.disorder.DelayFindings} of several partitions add
 * up in any order; each event is judged by its own partition's progress, and results wait for the
 * slowest, whose progress is known at some thousand moments and taken to go on evenly in between.
 * <b>A restore</b> goes on as if nothing had been: a study that was written and read again gives
 * the same numbers.
 */
@NullMarked
package io.tidemark.operators.disorder;

import org.jspecify.annotations.NullMarked;
