package io.gnomon.sandbox.kafka;

import java.io.IOException;

/**
 * The ports of a broker on loopback.
 *
 * @param plain for clients without a password
 * @param secured for users with passwords
 * @param controller for the broker's own KRaft controller
 */
public record BrokerPorts(int plain, int secured, int controller) {
  /** Three free ports. */
  public static BrokerPorts free() throws IOException {
    return new BrokerPorts(FreePorts.next(), FreePorts.next(), FreePorts.next());
  }
}
