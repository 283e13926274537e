package io.gnomon.controller.mirror;

import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The shapes and placements of a snapshot's jobs on a cluster of nodes. A job whose request or
 * placement cannot be read is set aside.
 */
final class SnapshotPlacements {
  private final Mirror mirror;
  private final ClusterState before;
  private final ClusterState state;
  private final SetAsideJobs setAside;
  private final Map<String, Shape> shapes = new HashMap<>();
  private final Map<String, Placement> placements = new HashMap<>();
  private long placedNodes;

  /**
   * No shapes and placements yet.
   *
   * @param before the state of the mirror
   * @param state the state of the snapshot, without jobs
   */
  SnapshotPlacements(
      Mirror mirror, ClusterState before, ClusterState state, SetAsideJobs setAside) {
    this.mirror = mirror;
    this.before = before;
    this.state = state;
    this.setAside = setAside;
  }

  /** The shape of a job, or null on a pool of processors. */
  @Nullable Shape shape(JobSnapshot job) {
    return shapes.get(job.job());
  }

  /** The placement of a job, or null if it holds no nodes. */
  @Nullable Placement placement(JobSnapshot job) {
    return placements.get(job.job());
  }

  /** Whether the mirror and the state have the same machine and shapes. */
  boolean sharesShapes() {
    return before.hasNodes() && before.nodes().shapes() == state.nodes().shapes();
  }

  /**
   * Reads shapes and placements; jobs whose placement is not known get what is left by others.
   *
   * @return the jobs that can be read
   */
  List<JobSnapshot> read(List<JobSnapshot> jobs) {
    PlacementReader reader = new PlacementReader(state.nodes().machine());
    FreeResources free = state.nodes().free().copy();
    List<JobSnapshot> readable = new ArrayList<>(jobs.size());
    List<JobSnapshot> unknown = new ArrayList<>();
    for (JobSnapshot job : jobs) {
      try {
        Shape shape = requested(job);
        shapes.put(job.job(), shape);
        if (SnapshotReconciliation.phase(job) == JobPhase.RUNNING
            || SnapshotReconciliation.phase(job) == JobPhase.SUSPENDED) {
          Placement placement =
              job.placement().isEmpty()
                  ? former(job)
                  : reader.read(job.job(), shape, job.placement(), placedNodes);
          if (placement == null) {
            unknown.add(job);
          } else {
            hold(job, placement, free);
          }
        }
        readable.add(job);
      } catch (RejectedEventException contradiction) {
        setAside.add(job.job(), String.valueOf(contradiction.getMessage()));
      }
    }
    for (JobSnapshot job : unknown) {
      Shape shape = Objects.requireNonNull(shape(job));
      hold(job, reader.assume(shape, job.processors(), free, placedNodes), free);
    }
    return readable;
  }

  private void hold(JobSnapshot job, Placement placement, FreeResources free) {
    placements.put(job.job(), placement);
    placedNodes += placement.size();
    if (SnapshotReconciliation.phase(job) == JobPhase.RUNNING) {
      free.take(placement);
    }
  }

  /** A job keeps a request that the snapshot omits. */
  private Shape requested(JobSnapshot job) throws RejectedEventException {
    int former = mirror.slot(job.job());
    ResourceRequest reported = job.request();
    Request request;
    if (reported != null) {
      request = MachineReader.request(job.job(), reported, job.processors());
    } else if (former != ClusterState.NONE && before.hasNodes()) {
      request = before.nodes().shape(former).request();
    } else {
      request = Request.ofCpus(job.processors());
    }
    return state.nodes().shapes().of(request, job.estimateSeconds());
  }

  private @Nullable Placement former(JobSnapshot job) {
    int former = mirror.slot(job.job());
    return former != ClusterState.NONE && sharesShapes() && before.nodes().isPlaced(former)
        ? before.nodes().placement(former)
        : null;
  }
}
