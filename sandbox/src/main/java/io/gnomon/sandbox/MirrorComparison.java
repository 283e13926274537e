package io.gnomon.sandbox;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;

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

  private static String describe(ClusterState state, int slot) {
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
        + state.expectedEnd(slot);
  }
}
