package io.gnomon.sandbox;

import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;

/**
 * The baseline of the demo: the same workload on the same cluster without tuning. It is simulated
 * in full by the constructor; {@link #points} returns those up to the simulated present.
 */
final class UntunedRun {
  /**
   * The slowdown at an evaluation.
   *
   * @param at epoch second of the scheduler's clock
   * @param slowdown mean bounded slowdown at that time
   */
  record Point(long at, double slowdown) {}

  private final List<Point> points = new ArrayList<>();

  /** The outcome of the whole workload. */
  private final Outcome outcome;

  private final long origin;
  private volatile long now;

  UntunedRun(JobLog log, int processors, long origin, int periodSeconds) {
    this.origin = origin;
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    SlowdownWindow window = new SlowdownWindow(periodSeconds, periodSeconds);
    Simulation simulation =
        new Simulation(
            new ClusterState(processors),
            Policies.create(EmulatedCluster.INITIAL_POLICY),
            new LogArrivals(log),
            new SimulationListener() {
              @Override
              public void started(ClusterState state, int slot) {
                recorder.started(state.job(slot), state.now(), state.heldProcessors(slot));
              }

              @Override
              public void finished(ClusterState state, int slot) {
                recorder.finished(state.job(slot), state.now());
                window.finished(state, slot);
              }
            });
    for (int evaluation = periodSeconds;
        simulation.nextEventTime() != Simulation.NEVER;
        evaluation += periodSeconds) {
      simulation.runUntil(evaluation);
      simulation.state().advanceTo(evaluation);
      points.add(new Point(origin + evaluation, window.aggregate(simulation.state())));
    }
    outcome = new Outcome(log, recorder.schedule());
  }

  /** What became of every job in the end. */
  Outcome outcome() {
    return outcome;
  }

  /** Sets the simulated present, in seconds of the workload. */
  void moveTo(int second) {
    now = origin + second;
  }

  /** The points up to the simulated present. */
  List<Point> points(String cluster) {
    long present = now;
    return points.stream().filter(point -> point.at() <= present).toList();
  }
}
