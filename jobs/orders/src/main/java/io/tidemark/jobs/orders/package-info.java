/**
 * What the jobs over orders share: orders and how they are read, the options that each of these
 * jobs has, the front of their data flow, and how one is started.
 *
 * <p>A job adds what is its own: its windows and aggregates ({@code <Job>Topology}, wired behind
 * {@link io.tidemark.jobs.orders.AdmittedOrders}), the options of these ({@code <Job>Command},
 * which takes {@link io.tidemark.jobs.orders.OrderArguments} in), and the JSON form of its rows.
 * {@link io.tidemark.jobs.orders.OrderJob} puts the parts between a topic and four topics.
 */
@NullMarked
package io.tidemark.jobs.orders;

import org.jspecify.annotations.NullMarked;
