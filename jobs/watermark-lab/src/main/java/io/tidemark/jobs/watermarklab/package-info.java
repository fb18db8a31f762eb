/**
 * The job {@code watermark-lab}: how long should I wait? It reads a file or a topic once and
 * answers, for every delay of a grid, what that delay would buy (the share of events that arrive in
 * time) and what it would cost (latency, open windows).
 *
 * <p>{@link io.tidemark.jobs.watermarklab.LabReport} is the answer, written as {@code report.json};
 * {@link io.tidemark.jobs.watermarklab.ReportPage} shows it as {@code report.html}, one file that
 * needs no network.
 *
 * <p><b>Words.</b> The <em>lag</em> of an event is its arrival minus its event time; its
 * <em>disorder</em> is how far it lies behind the highest event time that its partition had seen
 * before it. An event is <em>behind</em> a delay if it lies at or before the watermark that the
 * delay amounts to, and <em>lost</em> to a window if that watermark had already closed the window.
 * An event that is behind need not be lost: its window may still be open.
 */
@NullMarked
package io.tidemark.jobs.watermarklab;

import org.jspecify.annotations.NullMarked;
