package io.gnomon.sim.effect;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.HashMap;
import java.util.Map;

/** A simulated cluster with its effect, watched as the controller watches a live one. */
final class WatchedCluster implements SimulationListener {
  private static final int WEEK = 7 * 86_400;

  private final JobHistory history = new JobHistory(2 * WEEK, 1 << 20);
  private final SlowdownWindow window = new SlowdownWindow(WEEK, 3600);
  private final Simulation simulation;
  private final Map<Integer, int[]> labels = new HashMap<>();
  private ClusterEffect effect = new ClusterEffect();

  WatchedCluster(JobLog log, int processors, String policy) {
    this(log, new ClusterState(processors), policy);
  }

  WatchedCluster(JobLog log, ClusterState state, String policy) {
    simulation =
        new Simulation(state, Policies.create(policy, state), new LogArrivals(log, state), this);
    effect.simulate();
  }

  ClusterEffect effect() {
    return effect;
  }

  Spec policy() {
    return simulation.policy().spec();
  }

  void label(int job, String partition, String account) {
    labels.put(job, new int[] {effect.partitions().of(partition), effect.accounts().of(account)});
  }

  /** Goes on with an effect that was restored. */
  void continueWith(ClusterEffect restored) {
    effect = restored;
    restored.simulate();
  }

  /** Runs to a second, with the samples that are due, and simulates all steps. */
  void runTo(int second) {
    advance(second);
    runSteps();
  }

  /** Runs to a second, with the samples that are due, and leaves the steps. */
  void advance(int second) {
    while (simulation.nextEventTime() < second) {
      effect.advance(simulation.nextEventTime(), this::live);
      simulation.step();
    }
    effect.advance(second, this::live);
    simulation.state().advanceTo(second);
  }

  private void runSteps() {
    for (ShadowStep step = effect.nextStep(); step != null; step = effect.nextStep()) {
      effect.completed(step, step.step().run(Runnable::run).join());
    }
  }

  void change(MadeChange.Facts facts) {
    effect.changed(live(), facts);
    simulation.reconfigure(Policies.create(facts.to(), simulation.state()));
  }

  void recommend(Spec policy) {
    effect.recommended(live(), policy);
  }

  private LiveCluster live() {
    return new LiveCluster(
        simulation.state(), simulation.policy(), history, window, () -> RuntimeModel.ESTIMATES);
  }

  @Override
  public void submitted(ClusterState state, int slot) {
    history.submitted(state, slot);
  }

  @Override
  public void finished(ClusterState state, int slot) {
    history.finished(state.job(slot), state.ranSeconds(slot));
    window.finished(state, slot);
    int[] label = labels.getOrDefault(state.job(slot), new int[] {Labels.NONE, Labels.NONE});
    effect.finished(state, slot, label[0], label[1]);
  }
}
