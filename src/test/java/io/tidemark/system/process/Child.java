package io.tidemark.system.process;

import java.io.IOException;
import java.util.Arrays;

/**
 * The main of a process that must not outlive its parent: runs another main, and ends when its own
 * standard input does, which the parent holds open.
 */
public final class Child {

    private Child() {}

    /** Runs the main of the class that is named first, with the other arguments. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Child::endWithParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        Class.forName(args[0])
                .getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes; what counts is the end.
            }
        } catch (IOException broken) {
            // The same as its end.
        }
        Runtime.getRuntime().halt(1);
    }
}
