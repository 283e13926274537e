package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shortage;
import java.util.EnumMap;
import java.util.Map;

/**
 * Records the schedule and the use of resources of a simulation on nodes.
 *
 * <p>Use is exact. What waiting jobs lack is sampled at regular times, because it costs O(nodes)
 * for each shape of which jobs wait; other calls cost O(nodes of the job).
 */
public final class ResourceListener extends ScheduleListener {
  private static final int SAMPLES = 250;

  private final Placer placer;
  private final long interval;
  private final Resource cpus;
  private final Resource memory;
  private final Resource gpus;
  private final double[] waited = new double[Shortage.values().length];
  private long nextSample;
  private int last = -1;
  private int waiting;

  /** The use of one resource. */
  private static final class Resource {
    private final double total;
    private long held;
    private double used; // in units times seconds
    private double idleWhileWaiting;

    Resource(double total) {
      this.total = total;
    }

    void pass(int seconds, boolean jobsWait) {
      used += (double) held * seconds;
      idleWhileWaiting += jobsWait ? (total - held) * seconds : 0;
    }

    ResourceUse.Shares shares(double seconds, double waitingSeconds) {
      return new ResourceUse.Shares(
          ratio(used, total * seconds), ratio(idleWhileWaiting, total * waitingSeconds));
    }

    private static double ratio(double part, double whole) {
      return whole == 0 ? Double.NaN : part / whole;
    }
  }

  private double seconds;
  private double waitingSeconds;

  /**
   * A listener for a log.
   *
   * @param jobs number of jobs
   * @param lastSubmit time of the last submission, which sets the interval of samples
   */
  public ResourceListener(int jobs, Machine machine, int lastSubmit) {
    super(jobs);
    placer = new ConsTres(machine);
    interval = Math.max(1, lastSubmit / SAMPLES);
    double allMemory = 0;
    double allGpus = 0;
    for (int node = 0; node < machine.nodes(); node++) {
      NodeClass kind = machine.nodeClass(node);
      allMemory += kind.memory();
      allGpus += kind.gpuCount();
    }
    cpus = new Resource(machine.cpus());
    boolean known =
        machine.classes().stream().allMatch(kind -> kind.memory() != NodeClass.UNKNOWN_MEMORY);
    memory = new Resource(known ? allMemory : 0);
    gpus = new Resource(allGpus);
  }

  @Override
  public ResourceUse use() {
    double all = 0;
    for (double share : waited) {
      all += share;
    }
    Map<Shortage, Double> waitedFor = new EnumMap<>(Shortage.class);
    for (Shortage shortage : Shortage.values()) {
      if (all > 0) {
        waitedFor.put(shortage, waited[shortage.ordinal()] / all);
      }
    }
    return new ResourceUse(
        cpus.shares(seconds, waitingSeconds),
        memory.shares(seconds, waitingSeconds),
        gpus.shares(seconds, waitingSeconds),
        waitedFor);
  }

  @Override
  public void submitted(ClusterState state, int slot) {
    advance(state, state.nodes().shapeId(slot));
    waiting++;
  }

  @Override
  public void started(ClusterState state, int slot) {
    advance(state, ClusterState.NONE);
    super.started(state, slot);
    hold(state.nodes().placement(slot), 1);
    waiting--;
  }

  @Override
  public void finished(ClusterState state, int slot) {
    advance(state, ClusterState.NONE);
    super.finished(state, slot);
    hold(state.nodes().placement(slot), -1);
  }

  @Override
  public void killed(ClusterState state, int slot) {
    advance(state, ClusterState.NONE);
    super.killed(state, slot);
    hold(state.nodes().placement(slot), -1);
    waiting++;
  }

  private void hold(Placement placement, int sign) {
    cpus.held += sign * (long) placement.totalCpus();
    memory.held += sign * placement.totalMemory();
    gpus.held += sign * (long) placement.totalGpus();
  }

  /**
   * Accounts for the time since the last event.
   *
   * @param arrived the shape of a job that waits since now, {@link ClusterState#NONE} for none
   */
  private void advance(ClusterState state, int arrived) {
    int now = state.now();
    if (last < 0) {
      last = now;
      nextSample = now + interval;
    }
    if (now == last) {
      return;
    }
    int passed = now - last;
    seconds += passed;
    waitingSeconds += waiting > 0 ? passed : 0;
    cpus.pass(passed, waiting > 0);
    memory.pass(passed, waiting > 0);
    gpus.pass(passed, waiting > 0);
    if (now >= nextSample) {
      long samples = 1 + (now - nextSample) / interval;
      nextSample += samples * interval;
      if (waiting > 0) {
        sample(state.nodes(), arrived, samples);
      }
    }
    last = now;
  }

  private void sample(Nodes nodes, int arrived, long weight) {
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int id = nodes.waitingShape(i);
      Shape shape = nodes.shapes().get(id);
      int jobs = nodes.waiting(id).size() - (id == arrived ? 1 : 0);
      if (jobs > 0) {
        waited[Shortage.of(shape, nodes.free(), placer).ordinal()] += (double) jobs * weight;
      }
    }
  }
}
