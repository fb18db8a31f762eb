/**
 * Traffic for the input topic: where records come from ({@link
 * io.tidemark.local.traffic.CsvTraffic} replays a file, {@link
 * io.tidemark.local.traffic.SyntheticShop} invents a shop) and the {@link
 * io.tidemark.local.traffic.Feeder} that brings them into Kafka.
 *
 * <p>A {@link io.tidemark.local.traffic.Traffic} is a plain iterator without threads or clock: it
 * says of each record which partition or key it has and when, counted from the start of feeding, it
 * is due. Only the feeder looks at the wall clock. That is why the same file, and the same seed
 * with the same start, give the same records byte for byte, whatever the speed of the machine.
 *
 * <p>How far a feed has come is told as a share of the whole ({@link
 * io.tidemark.local.traffic.Traffic#share()}) and not as a number of rows out of a total: the
 * number of rows of a compressed file is only known after it has been read to its end, while the
 * share of its bytes that have been read is known at any time.
 *
 * <p>Nothing here knows the job. The names of the fields that matter arrive as {@link
 * io.tidemark.local.traffic.EventFields}.
 */
@NullMarked
package io.tidemark.local.traffic;

import org.jspecify.annotations.NullMarked;
