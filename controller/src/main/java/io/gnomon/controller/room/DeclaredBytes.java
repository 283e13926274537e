package io.gnomon.controller.room;

import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.slurm.value.HostList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of the heap that a declaration takes once it is expanded, from measurements with 64
 * bits and compressed pointers. O(lists of nodes), whatever their lengths.
 */
public final class DeclaredBytes {
  /** Of one node in the state, the policy and what is recorded of a cluster. */
  static final int NODE = 128;

  /** Of one node in a list of a partition, reservation or switch. */
  static final int LISTED = 8;

  /** Of one character of a list of nodes, which a series with a single number takes. */
  static final int CHARACTER = 16;

  /** Of one association or QOS with its usage and its limits. */
  static final int ACCOUNT = 512;

  private DeclaredBytes() {}

  /** The bytes of what is declared: nodes, or none for a pool of processors, and accounts. */
  public static long of(@Nullable DeclaredMachine machine, @Nullable Accounting accounting) {
    long bytes = 0;
    if (machine != null) {
      bytes += machine.nodes().stream().map(NodeGroup::names).mapToLong(DeclaredBytes::node).sum();
      bytes +=
          Stream.of(
                  machine.partitions().stream().map(MachinePartition::nodes),
                  machine.reservations().stream().map(MachineReservation::nodes),
                  machine.switches().stream().map(MachineSwitch::nodes))
              .flatMap(lists -> lists)
              .mapToLong(list -> list == null ? 0 : (long) LISTED * list.size())
              .sum();
    }
    return accounting == null
        ? bytes
        : bytes + (long) ACCOUNT * (accounting.size() + accounting.qos().size());
  }

  private static long node(HostList names) {
    return (long) NODE * names.size() + (long) CHARACTER * names.toString().length();
  }
}
