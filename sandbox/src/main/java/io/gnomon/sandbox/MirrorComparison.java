package io.gnomon.sandbox;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;

/** Holds the controller's mirror against the cluster's own state, job by job. */
final class MirrorComparison {
  private MirrorComparison() {}

  /** What differs, in words; empty where the two agree. */
  static List<String> differences(EmulatedCluster cluster, Mirror mirror) {
    List<String> differences = new ArrayList<>();
    ClusterState truth = cluster.state();
    ClusterState mirrored = mirror.state();
    if (truth.now() != mirrored.now() || truth.freeProcessors() != mirrored.freeProcessors()) {
      differences.add(
          "clock and free processors are "
              + truth.now()
              + " and "
              + truth.freeProcessors()
              + ", mirrored "
              + mirrored.now()
              + " and "
              + mirrored.freeProcessors());
    }
    if (truth.activeCount() != mirrored.activeCount()) {
      differences.add(truth.activeCount() + " jobs are active, mirrored " + mirrored.activeCount());
    }
    truth.forEachActive(
        slot -> {
          String name = cluster.name(truth.job(slot));
          int copy = mirror.slot(name);
          if (copy == ClusterState.NONE) {
            differences.add("job " + name + " is not mirrored");
          } else if (!describe(truth, slot).equals(describe(mirrored, copy))) {
            differences.add(
                "job "
                    + name
                    + " is "
                    + describe(truth, slot)
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
