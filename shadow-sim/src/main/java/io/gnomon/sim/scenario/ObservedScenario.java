package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.HashMap;
import java.util.Map;

/**
 * The scenario of what has happened since a past second: the jobs submitted after it, with their
 * true runtimes as far as these are known. Other runtimes are sampled, given how long the job has
 * run.
 *
 * <p>It copies what it needs of the live cluster and is then independent of it.
 */
public final class ObservedScenario implements Scenario {
  private final int now;
  private final JobHistory.Runtimes known;
  private final RuntimeModel model;
  private final Arrivals arrivals;
  // elapsed seconds of the jobs that run now, by job
  private final Map<Integer, Integer> running = new HashMap<>();

  /**
   * A scenario of the time since a past second.
   *
   * @param since last second whose arrivals are left out; the history reaches back to it
   * @param live the present state, only read
   * @param history of the cluster, only read
   * @param model of runtimes that are not known yet
   */
  public ObservedScenario(int since, ClusterState live, JobHistory history, RuntimeModel model) {
    this.model = model;
    now = live.now();
    for (int i = 0; i < live.running().size(); i++) {
      int slot = live.running().slot(i);
      running.put(live.job(slot), live.ranSeconds(slot));
    }
    known = history.runtimes();
    arrivals =
        history.arrivals(
            since + 1,
            now,
            live.processors(),
            (job, user, width, estimate) -> sample(job, user, width, estimate, 0));
  }

  @Override
  public String name() {
    return "hindsight";
  }

  @Override
  public Arrivals arrivals(int from, int horizon, int firstJob, int processors) {
    return arrivals.fork();
  }

  @Override
  public void assume(Simulation simulation) {
    ClusterState state = simulation.state();
    simulation.assumeRuntimes(
        slot -> {
          int elapsed = SampledRuntimes.elapsed(state, slot);
          int runtime = known.of(state.job(slot));
          return Math.max(
              elapsed + 1,
              runtime == JobHistory.UNKNOWN
                  ? sample(
                      state.job(slot),
                      state.user(slot),
                      state.width(slot),
                      state.estimate(slot),
                      elapsed)
                  : runtime);
        });
  }

  private int sample(int job, int user, int width, int estimate, int elapsed) {
    int ran = Math.max(elapsed, running.getOrDefault(job, 0));
    return model.sample(user, width, estimate, ran, KeyedRandom.FIRST.chance(job, 0));
  }
}
