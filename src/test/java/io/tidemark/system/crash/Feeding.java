package io.tidemark.system.crash;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Entries that come all the time, until this is closed. */
final class Feeding implements AutoCloseable {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Future<?> feeding;
    private volatile boolean enough;

    private Feeding(Journal journal) {
        feeding =
                thread.submit(
                        () -> {
                            while (!enough) {
                                journal.write(10);
                                Thread.sleep(100);
                            }
                            return null;
                        });
    }

    static Feeding of(Journal journal) {
        return new Feeding(journal);
    }

    @Override
    public void close() throws Exception {
        enough = true;
        feeding.get(30, TimeUnit.SECONDS);
        thread.shutdown();
    }
}
