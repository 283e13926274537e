package io.gnomon.sim.scenario;

import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.workload.JobLog;

/**
 * A model of what comes: the jobs that will be submitted during a study, and how long those run
 * that are there already.
 *
 * <p>Safe to share between threads; each simulation reads arrivals of its own.
 */
public interface Scenario {
  /** What it is called in results. */
  String name();

  /**
   * The arrivals of one simulation.
   *
   * @param from the present second; nobody arrives before
   * @param horizon the second at which the simulation ends
   * @param firstJob a number larger than that of any active job
   * @param processors of the cluster
   */
  Arrivals arrivals(int from, int horizon, int firstJob, int processors);

  /** Says how long the live jobs run; without it they run for their estimates. */
  default void assume(Simulation simulation) {}

  /** Nobody arrives: only the jobs that are there matter. */
  static Scenario none() {
    return new Fixed("none", (from, horizon, firstJob, processors) -> Arrivals.NONE);
  }

  /** The recorded past comes again, {@code shift} seconds later; lawson2005's assumption. */
  static Scenario replay(RecordedJobs past, int shift) {
    return new Fixed(
        "replay",
        (from, horizon, firstJob, processors) -> past.shifted(shift, firstJob, processors));
  }

  /**
   * Hours of past weeks come again, drawn by hour of the week, as {@link HourBootstrap} says.
   *
   * @param past whose jobs without a runtime have not completed
   * @param oldest the second from which on the past is known
   * @param runtimes of those
   * @param seed of all draws: another one, other luck
   * @param draw its number: another draw, other weeks
   */
  static Scenario bootstrap(
      RecordedJobs past, int oldest, RuntimeModel runtimes, int seed, int draw) {
    HourBootstrap hours = new HourBootstrap(past, oldest, new KeyedRandom(seed), draw);
    return new Fixed(
        "bootstrap (" + draw + ")",
        (from, horizon, firstJob, processors) ->
            hours.jobs(from, horizon, runtimes).shifted(0, firstJob, processors));
  }

  /**
   * What truly comes, an upper bound for any model; only where the whole log is known.
   *
   * @param log prepared for the machine, whose indices are the numbers of the jobs
   */
  static Scenario oracle(JobLog log) {
    return new Fixed(
        "oracle",
        (from, horizon, firstJob, processors) ->
            new LogArrivals(
                log, log.firstSubmittedAtOrAfter(from), log.firstSubmittedAtOrAfter(horizon)));
  }

  /**
   * The oracle that also knows how long the live jobs run: nothing in a study is guessed.
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
      public Arrivals arrivals(int from, int horizon, int firstJob, int processors) {
        return arrivals.arrivals(from, horizon, firstJob, processors);
      }

      @Override
      public void assume(Simulation simulation) {
        simulation.assumeRuntimes(slot -> log.runtime(simulation.state().job(slot)));
      }
    };
  }

  /**
   * The same arrivals, with runtimes of the live jobs drawn.
   *
   * @param runtimes that it draws from
   * @param seed of all draws: another one, other luck
   * @param draw its number: the same job has the same runtime in every simulation of a draw
   */
  static Scenario drawn(Scenario arrivals, RuntimeModel runtimes, int seed, int draw) {
    return new SampledRuntimes(arrivals, runtimes, new KeyedRandom(seed), draw);
  }

  /** Makes the arrivals of one simulation. */
  @FunctionalInterface
  interface ArrivalSource {
    /** See {@link Scenario#arrivals}. */
    Arrivals arrivals(int from, int horizon, int firstJob, int processors);
  }

  /**
   * A future with a name.
   *
   * @param name in results
   * @param source of its arrivals
   */
  record Fixed(String name, ArrivalSource source) implements Scenario {
    @Override
    public Arrivals arrivals(int from, int horizon, int firstJob, int processors) {
      return source.arrivals(from, horizon, firstJob, processors);
    }
  }
}
