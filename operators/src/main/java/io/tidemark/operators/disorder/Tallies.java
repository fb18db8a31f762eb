package io.tidemark.operators.disorder;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** All of a study that simply adds up, over events as well as over partitions. */
final class Tallies {

    private static final int DOTS = 6_000;

    final LateCounts behind;
    final LateCounts[] lost;
    final EventSample dots = new EventSample(DOTS);
    final LateKeys keys;

    Quantities lag = new Quantities();
    Quantities disorder = new Quantities();

    /** Of the events that happened after the log began: those are seen from the first on. */
    Quantities cohortLag = new Quantities();

    Quantities cohortDisorder = new Quantities();
    UnitCounts units = new UnitCounts();

    /** By how much arrivals lie before the latest one above them in the log; 0 in order. */
    Quantities backwards = new Quantities();

    OldBlocks blocks = new OldBlocks();

    long events;
    long ahead;
    long beforeProgress;
    long negativeLags;
    long furthestAhead;
    long outOfOrder;
    long firstEvent = Long.MAX_VALUE;
    long lastEvent = Long.MIN_VALUE;
    long firstArrival = Long.MAX_VALUE;
    long lastArrival = Long.MIN_VALUE;

    Tallies(StudyPlan plan) {
        GridIndex index = plan.delays().index();
        behind = new LateCounts(plan.delays(), index);
        lost = new LateCounts[plan.windows().size()];
        for (int window = 0; window < lost.length; window++) {
            lost[window] = new LateCounts(plan.delays(), index);
        }
        keys = new LateKeys(plan.delays());
    }

    /** To be told before {@link #span}. */
    void arrive(long arrival) {
        backwards.add(
                arrival < lastArrival && lastArrival != Long.MIN_VALUE ? lastArrival - arrival : 0);
    }

    void span(long eventTime, long arrival) {
        firstEvent = Math.min(firstEvent, eventTime);
        lastEvent = Math.max(lastEvent, eventTime);
        firstArrival = Math.min(firstArrival, arrival);
        lastArrival = Math.max(lastArrival, arrival);
    }

    void lagOf(long millis) {
        if (millis < 0) {
            negativeLags++;
            furthestAhead = Math.max(furthestAhead, -millis);
        }
        lag.add(Math.max(0, millis));
    }

    void merge(Tallies other) {
        behind.merge(other.behind);
        for (int window = 0; window < lost.length; window++) {
            lost[window].merge(other.lost[window]);
        }
        dots.merge(other.dots);
        keys.merge(other.keys);
        lag.merge(other.lag);
        disorder.merge(other.disorder);
        cohortLag.merge(other.cohortLag);
        cohortDisorder.merge(other.cohortDisorder);
        units.merge(other.units);
        backwards.merge(other.backwards);
        blocks.merge(other.blocks);
        events += other.events;
        ahead += other.ahead;
        beforeProgress += other.beforeProgress;
        negativeLags += other.negativeLags;
        furthestAhead = Math.max(furthestAhead, other.furthestAhead);
        outOfOrder += other.outOfOrder;
        firstEvent = Math.min(firstEvent, other.firstEvent);
        lastEvent = Math.max(lastEvent, other.lastEvent);
        firstArrival = Math.min(firstArrival, other.firstArrival);
        lastArrival = Math.max(lastArrival, other.lastArrival);
    }

    void write(DataOutput out) throws IOException {
        behind.write(out);
        for (LateCounts ofWindow : lost) {
            ofWindow.write(out);
        }
        dots.write(out);
        keys.write(out);
        lag.write(out);
        disorder.write(out);
        cohortLag.write(out);
        cohortDisorder.write(out);
        units.write(out);
        backwards.write(out);
        blocks.write(out);
        out.writeLong(events);
        out.writeLong(ahead);
        out.writeLong(beforeProgress);
        out.writeLong(negativeLags);
        out.writeLong(furthestAhead);
        out.writeLong(outOfOrder);
        out.writeLong(firstEvent);
        out.writeLong(lastEvent);
        out.writeLong(firstArrival);
        out.writeLong(lastArrival);
    }

    static Tallies read(DataInput in, StudyPlan plan) throws IOException {
        Tallies read = new Tallies(plan);
        read.behind.read(in);
        for (LateCounts ofWindow : read.lost) {
            ofWindow.read(in);
        }
        read.dots.read(in);
        read.keys.read(in);
        read.lag = Quantities.read(in);
        read.disorder = Quantities.read(in);
        read.cohortLag = Quantities.read(in);
        read.cohortDisorder = Quantities.read(in);
        read.units = UnitCounts.read(in);
        read.backwards = Quantities.read(in);
        read.blocks = OldBlocks.read(in);
        read.events = in.readLong();
        read.ahead = in.readLong();
        read.beforeProgress = in.readLong();
        read.negativeLags = in.readLong();
        read.furthestAhead = in.readLong();
        read.outOfOrder = in.readLong();
        read.firstEvent = in.readLong();
        read.lastEvent = in.readLong();
        read.firstArrival = in.readLong();
        read.lastArrival = in.readLong();
        return read;
    }
}
