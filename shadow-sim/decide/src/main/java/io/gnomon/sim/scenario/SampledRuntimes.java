package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;

/**
 * A scenario that samples the runtime of each live job, given how long it has run. A runtime
 * depends only on the seed, the job's number and the sample's number, so that all alternatives of a
 * study, and later studies, assume the same.
 *
 * @param arrivals of the scenario
 * @param runtimes distributions to sample from
 * @param random source of the samples
 * @param sample number of the sample
 */
record SampledRuntimes(Scenario arrivals, RuntimeModel runtimes, KeyedRandom random, int sample)
    implements Scenario {
  @Override
  public String name() {
    return arrivals.name() + ", runtimes sampled (" + sample + ")";
  }

  @Override
  public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
    return arrivals.arrivals(from, horizon, firstJob, cluster);
  }

  @Override
  public void assume(Simulation simulation) {
    ClusterState state = simulation.state();
    simulation.assumeRuntimes(
        slot ->
            runtimes.sample(
                state.user(slot),
                state.width(slot),
                state.estimate(slot),
                elapsed(state, slot),
                random.spread(state.job(slot), sample)));
  }

  /** The seconds that an active job has run so far in all; 0 if it has never run. */
  static int elapsed(ClusterState state, int slot) {
    boolean runs = state.phase(slot) == JobPhase.RUNNING;
    return Math.max(0, runs ? state.ranSeconds(slot) : state.servedSeconds(slot));
  }
}
