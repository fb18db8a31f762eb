package io.tidemark.local.view;

import io.tidemark.local.ledger.OutputCounts;
import io.tidemark.local.traffic.FeedProgress;
import io.tidemark.local.traffic.TrafficRecord;
import java.util.OptionalLong;

/** What a status says, in words. */
final class StatusText {

    private static final int BAR_COLUMNS = 24;
    private static final int PERCENT = 100;

    private StatusText() {}

    static String counts(OutputCounts counts) {
        return "on time %s · late %s · duplicate %s · rejected %s · windows %s"
                .formatted(
                        HumanText.number(counts.onTime()),
                        HumanText.number(counts.late()),
                        HumanText.number(counts.duplicates()),
                        HumanText.number(counts.rejected()),
                        HumanText.number(counts.windows()));
    }

    /** How far the watermark is behind the newest event that was fed, or where it stands. */
    static String watermark(RunStatus status) {
        OptionalLong watermark = status.watermarkMillis();
        if (watermark.isEmpty() || watermark.getAsLong() == Long.MIN_VALUE) {
            return "no watermark yet";
        }
        long millis = watermark.getAsLong();
        if (millis == Long.MAX_VALUE) {
            return "watermark at the end of time: every window is closed";
        }
        long newest =
                status.feed()
                        .map(FeedProgress::newestEventTimeMillis)
                        .orElse(TrafficRecord.NO_EVENT_TIME);
        return newest == TrafficRecord.NO_EVENT_TIME || newest < millis
                ? "watermark at " + HumanText.time(millis)
                : "watermark " + HumanText.span(newest - millis) + " behind the newest event";
    }

    /** How far the feed has come; with a bar if there is an end to measure against. */
    static String feed(FeedProgress feed, boolean bar) {
        String fed = "fed " + HumanText.number(feed.sent()) + records(feed.sent());
        if (feed.skipped() > 0) {
            fed += ", " + HumanText.number(feed.skipped()) + " were there from an earlier run";
        }
        if (feed.failure() != null) {
            return fed + ", then it failed";
        }
        if (feed.share().isEmpty()) {
            return fed;
        }
        // The whole only once it is acknowledged.
        double share = feed.share().getAsDouble();
        int percent = feed.done() ? (int) (share * PERCENT) : (int) Math.min(share * PERCENT, 99);
        return bar ? bar(percent) + "  " + fed : percent + "% " + fed;
    }

    private static String bar(int percent) {
        int full = BAR_COLUMNS * percent / PERCENT;
        return "█".repeat(full)
                + "░".repeat(BAR_COLUMNS - full)
                + Line.right(percent + "%", " 100%".length());
    }

    private static String records(long count) {
        return count == 1 ? " record" : " records";
    }
}
