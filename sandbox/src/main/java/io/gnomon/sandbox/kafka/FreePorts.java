package io.gnomon.sandbox.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback for servers that must know theirs before they start, and keep it over a
 * restart.
 *
 * <p>They lie below the range from which systems take the ports of outgoing connections, so that no
 * client takes one while its server is down; none is given twice by one process. Another process
 * can still take one first, as with any port that is not held. Safe for many threads.
 */
public final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /**
   * A port that nobody listens on.
   *
   * @throws IOException when none is found among a thousand
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
