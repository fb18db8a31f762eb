package io.tidemark.operators.window;

import java.util.concurrent.atomic.AtomicLong;

/** An engine whose time is always up: it fires in the smallest portions that it can. */
final class HastyEngine<K, T, O, H extends HotKey<K>> extends ForwardingEngine<K, T, T, O, H> {

    private static final long serialVersionUID = 1L;

    /** How often something was left for the next call; static, for an operator is a copy. */
    static final AtomicLong STOPS = new AtomicLong();

    HastyEngine(WindowEngine<K, T, O, H> engine) {
        super(engine);
    }

    @Override
    public void open(WindowContext<K, T, O> context) throws Exception {
        inner().open(new InAHurry<>(context));
    }

    @Override
    public void add(H key, T event, long time) throws Exception {
        inner().add(key, event, time);
    }

    @Override
    public void fire(H key, long watermark) throws Exception {
        super.fire(key, watermark);
        while (key.isDue(watermark)) {
            STOPS.incrementAndGet();
            super.fire(key, watermark);
        }
    }

    private static final class InAHurry<K, T, O> extends ForwardingContext<K, T, T, O> {

        private InAHurry(WindowContext<K, T, O> context) {
            super(context);
        }

        @Override
        public boolean isTimeUp() {
            return true;
        }

        @Override
        public void late(T event, long time, long missedWindowEnd) {
            context.late(event, time, missedWindowEnd);
        }

        @Override
        public void partlyLate(T event, long time, MissedWindows missed) {
            context.partlyLate(event, time, missed);
        }
    }
}
