package io.gnomon.sandbox;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Compares the controller's mirror with the state of the emulated cluster, job by job. */
final class MirrorComparison {
  private MirrorComparison() {}

  /** Describes the differences; empty if the two agree. */
  static List<String> differences(EmulatedCluster cluster, Mirror mirror) {
    List<String> differences = new ArrayList<>();
    ClusterState actual = cluster.state();
    ClusterState mirrored = mirror.state();
    if (actual.now() != mirrored.now() || actual.freeProcessors() != mirrored.freeProcessors()) {
      differences.add(
          "clock and free processors are "
              + actual.now()
              + " and "
              + actual.freeProcessors()
              + ", mirrored "
              + mirrored.now()
              + " and "
              + mirrored.freeProcessors());
    }
    if (actual.activeCount() != mirrored.activeCount()) {
      differences.add(
          actual.activeCount() + " jobs are active, mirrored " + mirrored.activeCount());
    }
    if (actual.hasNodes() != mirrored.hasNodes()) {
      return List.of("the cluster has nodes: " + actual.hasNodes() + ", its mirror not so");
    }
    if (actual.hasNodes()) {
      compareNodes(actual.nodes(), mirrored.nodes(), differences);
    }
    actual.forEachActive(
        slot -> {
          String name = cluster.name(actual.job(slot));
          int copy = mirror.slot(name);
          if (copy == ClusterState.NONE) {
            differences.add("job " + name + " is not mirrored");
          } else if (!describe(actual, slot).equals(describe(mirrored, copy))) {
            differences.add(
                "job "
                    + name
                    + " is "
                    + describe(actual, slot)
                    + ", mirrored "
                    + describe(mirrored, copy));
          }
        });
    return differences;
  }

  private static void compareNodes(Nodes actual, Nodes mirrored, List<String> differences) {
    if (!actual.machine().equals(mirrored.machine())) {
      differences.add("the machine is " + actual.machine() + ", mirrored " + mirrored.machine());
      return;
    }
    for (int node = 0; node < actual.machine().nodes(); node++) {
      if (!describe(actual, node).equals(describe(mirrored, node))) {
        differences.add(
            "node "
                + actual.machine().name(node)
                + " is "
                + describe(actual, node)
                + ", mirrored "
                + describe(mirrored, node));
      }
    }
  }

  private static String describe(Nodes nodes, int node) {
    StringBuilder text = new StringBuilder(nodes.state(node) + " free=");
    FreeResources free = nodes.free();
    text.append(free.cpus(node)).append(" CPUs, ").append(free.memory(node)).append(" MiB");
    for (int type = 0; type < nodes.machine().gpuTypes().size(); type++) {
      text.append(", ").append(free.gpus(node, type)).append(" GPUs");
    }
    return text.toString();
  }

  /** By node, since events give no order of nodes. */
  private static Map<Integer, String> describe(Placement held) {
    Map<Integer, String> byNode = new TreeMap<>();
    for (int i = 0; i < held.size(); i++) {
      byNode.put(
          held.node(i),
          held.cpus(i) + " CPUs, " + held.memory(i) + " MiB, " + held.gpus(i) + " GPUs");
    }
    return byNode;
  }

  private static String describe(ClusterState state, int slot) {
    String onNodes =
        state.hasNodes()
            ? " request="
                + state.nodes().shape(slot).request()
                + (state.nodes().isPlaced(slot)
                    ? " on " + describe(state.nodes().placement(slot))
                    : "")
            : "";
    return state.phase(slot)
        + " submit="
        + state.submitTime(slot)
        + " width="
        + state.width(slot)
        + " estimate="
        + state.estimate(slot)
        + " start="
        + state.startTime(slot)
        + " held="
        + state.heldProcessors(slot)
        + " end="
        + state.expectedEnd(slot)
        + onNodes;
  }
}
