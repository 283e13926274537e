package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;

/**
 * A future in which each live job runs for a time drawn from what is known of such jobs, given how
 * long it has run. The draw depends on the job's number and the future's alone, so that all
 * alternatives of a study, and the studies after it, meet the same luck.
 *
 * @param arrivals of the jobs to come
 * @param runtimes that it draws from
 * @param draws the luck
 * @param draw the future's number
 */
record SampledRuntimes(Scenario arrivals, RuntimeModel runtimes, KeyedRandom draws, int draw)
    implements Scenario {
  @Override
  public String name() {
    return arrivals.name() + ", runtimes drawn (" + draw + ")";
  }

  @Override
  public Arrivals arrivals(int from, int horizon, int firstJob, int processors) {
    return arrivals.arrivals(from, horizon, firstJob, processors);
  }

  @Override
  public void assume(Simulation simulation) {
    ClusterState state = simulation.state();
    simulation.assumeRuntimes(
        slot ->
            runtimes.draw(
                state.user(slot),
                state.width(slot),
                state.estimate(slot),
                elapsed(state, slot),
                draws.spread(state.job(slot), draw)));
  }

  /** For how many seconds an active job has run so far, in all; 0 for one that never did. */
  static int elapsed(ClusterState state, int slot) {
    boolean runs = state.phase(slot) == JobPhase.RUNNING;
    return Math.max(0, runs ? state.ranSeconds(slot) : state.servedSeconds(slot));
  }
}
