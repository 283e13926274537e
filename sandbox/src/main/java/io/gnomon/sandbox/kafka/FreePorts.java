package io.gnomon.sandbox.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free loopback ports for servers that need a fixed port before they start and across
 * restarts.
 *
 * <p>The ports lie below the ephemeral range, so that outgoing connections do not take them while a
 * server is down. One process never receives the same port twice. Processes draw from a thousand
 * ports each, by their process id; another process can still take a port. Thread-safe.
 */
public final class FreePorts {
  private static final int RANGES = 12;
  private static final int RANGE = 1_000;
  private static final int LOWEST = 20_000 + RANGE * (int) (ProcessHandle.current().pid() % RANGES);
  private static final int HIGHEST = LOWEST + RANGE;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /**
   * A port on which no process listens.
   *
   * @throws IOException if none is found in a thousand attempts
   */
  public static int next() throws IOException {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (GIVEN.add(port) && isFree(port)) {
        return port;
      }
    }
    throw new IOException(
        "no free port on loopback among " + TRIES + " from " + LOWEST + " to " + HIGHEST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket held = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return held.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
