package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.workload.JobLog;

/**
 * The assumptions of a simulation: the jobs that will be submitted, and the runtimes of the jobs
 * that are active already.
 *
 * <p>Thread-safe; each simulation reads its own arrivals.
 */
public interface Scenario {
  /** The name in results. */
  String name();

  /**
   * The arrivals of one simulation.
   *
   * @param from present second; no job arrives before it
   * @param horizon second at which the simulation ends
   * @param firstJob a number larger than that of any active job
   * @param cluster for which they arrive, only read
   */
  Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster);

  /**
   * Sets the runtimes that live jobs are assumed to have. By default they run for their estimates.
   */
  default void assume(Simulation simulation) {}

  /** A scenario without arrivals. */
  static Scenario none() {
    return new Fixed("none", (from, horizon, firstJob, cluster) -> Arrivals.NONE);
  }

  /**
   * A scenario in which the recorded past repeats {@code shift} seconds later; the assumption of
   * lawson2005.
   */
  static Scenario replay(RecordedJobs past, int shift) {
    return new Fixed(
        "replay",
        (from, horizon, firstJob, cluster) -> past.shifted(shift, firstJob, cluster.processors()));
  }

  /**
   * A scenario in which hours of past weeks repeat, as described for {@link HourBootstrap}.
   *
   * @param past submitted jobs; those without a runtime have not completed
   * @param oldest second from which the past is recorded
   * @param runtimes of jobs that have not completed
   * @param seed of all samples
   * @param sample number of the sample
   */
  static Scenario bootstrap(
      RecordedJobs past, int oldest, RuntimeModel runtimes, int seed, int sample) {
    HourBootstrap hours = new HourBootstrap(past, oldest, new KeyedRandom(seed), sample);
    return new Fixed(
        "bootstrap (" + sample + ")",
        (from, horizon, firstJob, cluster) ->
            hours.jobs(from, horizon, runtimes).shifted(0, firstJob, cluster.processors()));
  }

  /**
   * A scenario in which what has been recorded repeats once, while that is less than a day.
   *
   * @param past submitted jobs; those without a runtime have not completed
   * @param oldest second from which the past is recorded
   * @param runtimes of jobs that have not completed
   * @param seed of all samples
   * @param sample number of the sample
   */
  static Scenario again(
      RecordedJobs past, int oldest, RuntimeModel runtimes, int seed, int sample) {
    HourBootstrap hours = new HourBootstrap(past, oldest, new KeyedRandom(seed), sample);
    return new Fixed(
        "recorded again (" + sample + ")",
        (from, horizon, firstJob, cluster) ->
            hours.again(from, horizon, runtimes).shifted(0, firstJob, cluster.processors()));
  }

  /**
   * The true arrivals, an upper bound for any model. It needs the whole log.
   *
   * @param log prepared for the machine; its indices are the numbers of the jobs
   */
  static Scenario oracle(JobLog log) {
    return new Fixed(
        "oracle",
        (from, horizon, firstJob, cluster) ->
            new LogArrivals(
                log,
                cluster,
                log.firstSubmittedAtOrAfter(from),
                log.firstSubmittedAtOrAfter(horizon)));
  }

  /**
   * The true arrivals and the true runtimes of the live jobs.
   *
   * @param log as for {@link #oracle}
   */
  static Scenario clairvoyant(JobLog log) {
    Scenario arrivals = oracle(log);
    return new Scenario() {
      @Override
      public String name() {
        return "clairvoyant";
      }

      @Override
      public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
        return arrivals.arrivals(from, horizon, firstJob, cluster);
      }

      @Override
      public void assume(Simulation simulation) {
        simulation.assumeRuntimes(slot -> log.runtime(simulation.state().job(slot)));
      }
    };
  }

  /**
   * The same arrivals with sampled runtimes of the live jobs.
   *
   * @param runtimes distributions to sample from
   * @param seed of all samples
   * @param sample number of the sample; a job has the same runtime in all simulations with this
   *     number
   */
  static Scenario sampled(Scenario arrivals, RuntimeModel runtimes, int seed, int sample) {
    return new SampledRuntimes(arrivals, runtimes, new KeyedRandom(seed), sample);
  }

  /** A source of arrivals for each simulation. */
  @FunctionalInterface
  interface ArrivalSource {
    /** See {@link Scenario#arrivals}. */
    Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster);
  }

  /**
   * A scenario with a name, in which live jobs run for their estimates.
   *
   * @param name in results
   * @param source of its arrivals
   */
  record Fixed(String name, ArrivalSource source) implements Scenario {
    @Override
    public Arrivals arrivals(int from, int horizon, int firstJob, ClusterState cluster) {
      return source.arrivals(from, horizon, firstJob, cluster);
    }
  }
}
