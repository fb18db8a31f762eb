package io.tidemark.system.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Stands on the loopback interface before a server, and can lose a message. */
public final class LossyProxy implements AutoCloseable {

    private final ServerSocket clients;
    private final int server;
    private final Loss loss;

    private LossyProxy(ServerSocket clients, int server, Loss loss) {
        this.clients = clients;
        this.server = server;
        this.loss = loss;
    }

    /** Stands before what listens on this port, at any port that is free. */
    public static LossyProxy before(int server, Loss loss) {
        return before(server, 0, loss);
    }

    /** Stands before what listens on this port, at another one. */
    static LossyProxy before(int server, int own, Loss loss) {
        try {
            LossyProxy proxy =
                    new LossyProxy(
                            new ServerSocket(own, 50, InetAddress.getLoopbackAddress()),
                            server,
                            loss);
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

    private void accept() throws IOException {
        while (true) {
            Socket client = clients.accept();
            Socket there;
            try {
                there = new Socket(InetAddress.getLoopbackAddress(), server);
            } catch (IOException gone) {
                client.close();
                continue;
            }
            Loss.Conversation conversation = loss.begin();
            run("to the server", () -> pass(client, there, conversation::losesRequest));
            run("from the server", () -> pass(there, client, conversation::losesAnswer));
        }
    }

    /** Passes bytes on until one side closes or some are to be lost; closes both then. */
    private static void pass(Socket from, Socket to, Losing losing) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 16];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (losing.loses(bytes, read)) {
                    return;
                }
                out.write(bytes, 0, read);
            }
        }
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

    /** Whether some bytes are lost. */
    @FunctionalInterface
    private interface Losing {
        boolean loses(byte[] bytes, int length);
    }

    /** What a thread does. */
    @FunctionalInterface
    private interface Pass {
        void run() throws IOException;
    }
}
