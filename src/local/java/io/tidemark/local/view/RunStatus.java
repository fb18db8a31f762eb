package io.tidemark.local.view;

import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.traffic.FeedProgress;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run at one moment.
 *
 * @param feed how far the feed has come; empty if nothing is fed
 * @param counts what the outputs hold so far
 * @param watermarkMillis the job's watermark as it reports it; empty if it reports none
 */
public record RunStatus(
        Optional<FeedProgress> feed, OutputCounts counts, OptionalLong watermarkMillis) {}
