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
  private final boolean continues;
  private final JobHistory.Runtimes known;
  private final RuntimeModel model;
  private final Arrivals arrivals;
  private final Map<Integer, Integer> ended;
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
    this(since + 1, 0, live, history, model, Map.of(), false);
  }

  /**
   * A scenario for a simulation that continues an earlier one, in which a job may end at once.
   *
   * @param from first second whose arrivals are included; the history reaches back to it
   * @param firstJob jobs with smaller numbers are left out
   * @param live the present state, only read
   * @param history of the cluster, only read
   * @param model of runtimes that are not known yet
   */
  public static ObservedScenario continuing(
      int from, int firstJob, ClusterState live, JobHistory history, RuntimeModel model) {
    return continuing(from, firstJob, live, history, model, Map.of());
  }

  /**
   * The same, knowing runtimes that the history has dropped because their jobs were submitted too
   * long ago.
   *
   * @param ended runtimes of ended jobs in seconds, by job
   */
  public static ObservedScenario continuing(
      int from,
      int firstJob,
      ClusterState live,
      JobHistory history,
      RuntimeModel model,
      Map<Integer, Integer> ended) {
    return new ObservedScenario(from, firstJob, live, history, model, ended, true);
  }

  private ObservedScenario(
      int from,
      int firstJob,
      ClusterState live,
      JobHistory history,
      RuntimeModel model,
      Map<Integer, Integer> ended,
      boolean continues) {
    this.continues = continues;
    this.ended = Map.copyOf(ended);
    this.model = model;
    now = live.now();
    for (int i = 0; i < live.running().size(); i++) {
      int slot = live.running().slot(i);
      running.put(live.job(slot), live.ranSeconds(slot));
    }
    known = history.runtimes();
    arrivals =
        history.arrivals(
            from,
            now,
            firstJob,
            live.processors(),
            (job, user, width, estimate) -> sample(job, user, width, estimate, 0));
  }

  @Override
  public String name() {
    return "hindsight";
  }

  @Override
  public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
    return arrivals.fork();
  }

  @Override
  public void assume(Simulation simulation) {
    ClusterState state = simulation.state();
    if (continues) {
      simulation.continueRuntimes(slot -> runtime(state, slot, 0));
    } else {
      simulation.assumeRuntimes(slot -> runtime(state, slot, 1));
    }
  }

  /** The runtime of a job; if it is known, the job runs for {@code least} more seconds. */
  private int runtime(ClusterState state, int slot, int least) {
    int elapsed = SampledRuntimes.elapsed(state, slot);
    int runtime = ended.getOrDefault(state.job(slot), known.of(state.job(slot)));
    return runtime == JobHistory.UNKNOWN
        ? Math.max(
            elapsed + 1,
            sample(
                state.job(slot),
                state.user(slot),
                state.width(slot),
                state.estimate(slot),
                elapsed))
        : Math.max(elapsed + least, runtime);
  }

  private int sample(int job, int user, int width, int estimate, int elapsed) {
    int ran = Math.max(elapsed, running.getOrDefault(job, 0));
    return model.sample(user, width, estimate, ran, KeyedRandom.FIRST.chance(job, 0));
  }
}
