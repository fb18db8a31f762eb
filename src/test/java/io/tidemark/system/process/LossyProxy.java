package io.tidemark.system.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands on the loopback interface before a database, and can lose its answer to a commit: the
 * database has committed, the connection breaks, and the client does not know.
 */
public final class LossyProxy implements AutoCloseable {

    /** PostgreSQL's message that a transaction is committed: its kind, length and text. */
    private static final byte[] COMMITTED = "C\0\0\0\013COMMIT\0".getBytes(US_ASCII);

    private final ServerSocket clients;
    private final int port;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicBoolean lost = new AtomicBoolean();

    private LossyProxy(ServerSocket clients, int port) {
        this.clients = clients;
        this.port = port;
    }

    /** Stands before what listens on this port. */
    public static LossyProxy before(int port) {
        try {
            LossyProxy proxy =
                    new LossyProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
            run("proxy", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens itself. */
    public int port() {
        return clients.getLocalPort();
    }

    /** Loses the next answer to a commit. */
    public void loseNextCommitAnswer() {
        lost.set(false);
        armed.set(true);
    }

    /** Whether that answer has been lost. */
    public boolean hasLost() {
        return lost.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = clients.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            run("to the database", () -> pass(client, server, false));
            run("from the database", () -> pass(server, client, true));
        }
    }

    /** Passes bytes on until one side closes or an answer is to be lost; closes both then. */
    private void pass(Socket from, Socket to, boolean answers) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            int matched = 0;
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                for (int i = 0; answers && i < read; i++) {
                    matched = next(matched, bytes[i]);
                    if (matched == COMMITTED.length && armed.compareAndSet(true, false)) {
                        lost.set(true);
                        return;
                    }
                }
                out.write(bytes, 0, read);
            }
        }
    }

    /** How much of the message the bytes end with: no part of it stands in it twice. */
    private static int next(int matched, byte one) {
        int so = matched == COMMITTED.length ? 0 : matched;
        if (one == COMMITTED[so]) {
            return so + 1;
        }
        return one == COMMITTED[0] ? 1 : 0;
    }

    private static void run(String name, Pass pass) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                pass.run();
                            } catch (IOException closed) {
                                // One of the two is gone, and so is this.
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            clients.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Pass {
        void run() throws IOException;
    }
}
