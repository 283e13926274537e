package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.HashMap;
import java.util.Map;

/**
 * What has come since a moment in the past, as far as it is known now: the jobs that were submitted
 * after that second, for as long as they ran. Of those that have not ended a runtime is drawn,
 * given how long they have run.
 *
 * <p>It copies what it needs of the live cluster and is independent of it then.
 */
public final class ObservedScenario implements Scenario {
  private final int now;
  private final JobHistory.Runtimes known;
  private final RuntimeModel model;
  private final Arrivals arrivals;
  // of the jobs that run now, how long they have
  private final Map<Integer, Integer> running = new HashMap<>();

  /**
   * What has come.
   *
   * @param since nobody is taken from this second or before; the history reaches back to it
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
            (job, user, width, estimate) -> draw(job, user, width, estimate, 0));
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
                  ? draw(
                      state.job(slot),
                      state.user(slot),
                      state.width(slot),
                      state.estimate(slot),
                      elapsed)
                  : runtime);
        });
  }

  private int draw(int job, int user, int width, int estimate, int elapsed) {
    int ran = Math.max(elapsed, running.getOrDefault(job, 0));
    return model.draw(user, width, estimate, ran, KeyedRandom.FIRST.chance(job, 0));
  }
}
