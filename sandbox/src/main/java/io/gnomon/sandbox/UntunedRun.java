package io.gnomon.sandbox;

import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;

/** The baseline of the demo: the same workload on the same cluster without tuning. */
final class UntunedRun {
  private UntunedRun() {}

  /**
   * Simulates the whole workload.
   *
   * @param empty a pool of processors or nodes at second 0, which is changed
   */
  static Outcome of(JobLog log, ClusterState empty) {
    Schedule.Recorder recorder = Schedule.recorder(log.size());
    Simulation simulation =
        new Simulation(
            empty,
            Policies.create(EmulatedCluster.initialPolicy(empty), empty),
            new LogArrivals(log, empty),
            new SimulationListener() {
              @Override
              public void started(ClusterState state, int slot) {
                recorder.started(state.job(slot), state.now(), state.heldProcessors(slot));
              }

              @Override
              public void finished(ClusterState state, int slot) {
                recorder.finished(state.job(slot), state.now());
              }
            });
    simulation.run();
    return new Outcome(log, recorder.schedule());
  }
}
