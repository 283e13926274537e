package io.gnomon.controller.http.view;

import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.forecast.StartForecast;
import io.gnomon.sim.limit.HoldingLimit;
import io.gnomon.sim.limit.MachineReasons;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.text.Durations;
import io.vertx.core.json.JsonObject;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a job from starting, apart from other jobs.
 *
 * @param held whether it is held by something that the forecast cannot foresee the end of
 * @param condition why it cannot start yet although it is not held, or null
 * @param limit the limit of its user, account or QOS that holds it back, or null
 * @param never why it can never start, to follow "it", or null
 * @param onNodes what it waits for on the nodes; null on a pool of processors, or if not known
 */
public record Impediment(
    boolean held,
    @Nullable WaitingReason condition,
    @Nullable HoldingLimit limit,
    @Nullable String never,
    @Nullable WaitReason onNodes) {

  private static final Set<JobPhase> NOT_STARTED = EnumSet.of(JobPhase.WAITING, JobPhase.HELD);

  /** What keeps an active job from starting, without what it waits for on the nodes. */
  public static Impediment of(ClusterState state, int slot) {
    boolean held = state.phase(slot) == JobPhase.HELD;
    WaitingReason condition =
        held && state.hasConditions() ? state.conditions().reason(slot, state.now()) : null;
    HoldingLimit limit = limit(state, slot);
    return new Impediment(
        held && !StartForecast.isReleasedLater(state, slot),
        condition,
        limit,
        limit != null && limit.forever()
            ? "%s (%s)".formatted(limit.text(), limit.reason().text())
            : ofPartition(state, slot),
        null);
  }

  /** The limit of the first of its partitions, if none of them allows what the job requests. */
  private static @Nullable String ofPartition(ClusterState state, int slot) {
    if (!state.hasNodes()) {
      return null;
    }
    Machine machine = state.nodes().machine();
    Shape shape = state.nodes().shape(slot);
    WaitingReason reason = MachineReasons.ofPartitions(machine, shape, state.estimate(slot));
    if (reason != WaitingReason.PARTITION_TIME && reason != WaitingReason.PARTITION_NODES) {
      return null;
    }
    int number =
        IntStream.iterate(0, i -> i + 1)
            .map(i -> MachineReasons.partition(machine, shape.request(), i))
            .filter(known -> known >= 0)
            .findFirst()
            .orElseThrow();
    Partition partition = machine.partitions().get(number);
    return reason == WaitingReason.PARTITION_TIME
        ? "can never start in partition %s: it requests %s, and MaxTime is %s (%s)"
            .formatted(
                partition.name(),
                Durations.printSeconds(state.estimate(slot)),
                Durations.printSeconds(partition.maxSeconds()),
                reason.text())
        : "can never start in partition %s: it requests %d nodes, and from %d to %d are allowed (%s)"
            .formatted(
                partition.name(),
                shape.request().minNodes(),
                partition.minNodes(),
                partition.maxNodes(),
                reason.text());
  }

  /** The same with what the job waits for on the nodes. */
  public Impediment on(@Nullable WaitReason nodes) {
    return new Impediment(held, condition, limit, never, nodes);
  }

  /**
   * The limit that would keep a job from starting now; null if none would, or if it has started.
   */
  public static @Nullable HoldingLimit limit(ClusterState state, int slot) {
    return state.hasLimits() && NOT_STARTED.contains(state.phase(slot))
        ? state.limiting().holding(state, slot)
        : null;
  }

  /** Adds this limit to a job in a list, if there is one. */
  static boolean addLimit(JsonObject job, ClusterState state, int slot) {
    HoldingLimit limit = limit(state, slot);
    if (limit != null) {
      job.put("limit", limit.reason().text()).put("limitInWords", limit.text());
      if (limit.forever()) {
        job.put("neverStarts", true);
      }
    }
    return limit != null;
  }
}
