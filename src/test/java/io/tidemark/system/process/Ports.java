package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. */
final class Ports {

    private static final int LOWEST = 20_000;

    /** Where the ports begin that Linux gives to a process that asks for any. */
    private static final int GIVEN_TO_ANYBODY = 32_768;

    private static final int MOST_TRIES = 1_000;

    private Ports() {}

    /**
     * So many ports that were free a moment ago, all different, and none that the system gives to a
     * process that asks for any: they stay free until they are used, and while their owner is dead.
     */
    static int[] free(int number) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int tries = 0; held.size() < number; tries++) {
                int port = ThreadLocalRandom.current().nextInt(LOWEST, GIVEN_TO_ANYBODY);
                ServerSocket socket = new ServerSocket();
                try {
                    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                    held.add(socket);
                } catch (BindException taken) {
                    socket.close();
                    if (tries == MOST_TRIES) {
                        throw taken;
                    }
                }
            }
            int[] ports = held.stream().mapToInt(ServerSocket::getLocalPort).toArray();
            for (ServerSocket socket : held) {
                socket.close();
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether somebody listens. */
    static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
