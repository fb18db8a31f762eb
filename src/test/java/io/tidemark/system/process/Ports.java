package io.tidemark.system.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Ports of the loopback interface. */
final class Ports {

    private Ports() {}

    /** So many ports that were free a moment ago, all different. */
    static int[] free(int number) {
        ServerSocket[] held = new ServerSocket[number];
        int[] ports = new int[number];
        try {
            for (int i = 0; i < number; i++) {
                held[i] = new ServerSocket();
                held[i].bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                ports[i] = held[i].getLocalPort();
            }
            for (ServerSocket socket : held) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ports;
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
