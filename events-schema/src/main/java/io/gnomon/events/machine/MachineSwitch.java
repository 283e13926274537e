package io.gnomon.events.machine;

import io.gnomon.slurm.value.HostList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A switch of the network, with the nodes connected to it or the switches below it.
 *
 * @param name its name
 * @param nodes the nodes of a leaf switch, or null
 * @param switches the names of the switches below it; empty for a leaf switch
 */
public record MachineSwitch(String name, @Nullable HostList nodes, List<String> switches) {
  /** Copies lists that are not immutable. */
  public MachineSwitch {
    switches = List.copyOf(switches);
  }
}
