package io.gnomon.sim.machine;

import java.util.List;

/**
 * A switch of the network: a leaf switch, to which nodes are connected, or one that connects other
 * switches.
 *
 * @param nodes the names of the nodes of a leaf switch
 * @param switches the names of the switches below it
 */
public record NetworkSwitch(String name, List<String> nodes, List<String> switches) {
  /** Checks that the switch does not have both. */
  public NetworkSwitch {
    if (!nodes.isEmpty() && !switches.isEmpty()) {
      throw new InvalidMachineException(
          "switch '" + name + "' has nodes and switches; allowed is one of the two");
    }
    nodes = NodeNames.copyOf(nodes);
    switches = List.copyOf(switches);
  }
}
