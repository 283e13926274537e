package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RuntimeRatios;
import io.gnomon.sim.tune.SlowdownWindow;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What another policy would have done with the jobs that really came: a simulation that follows the
 * live cluster at a distance, step by step, with the runtimes that have become known meanwhile. Of
 * a job whose runtime is not known yet one is drawn, by what jobs have run of their estimates
 * lately; it is put right as soon as it is known, unless the job has ended here before.
 *
 * <p>The owner of the live state begins it and its steps; a step then runs on any thread, one at a
 * time.
 */
public final class Counterfactual {
  private static final int SLICE_SECONDS = 24 * 3600;

  private final ClusterState state;
  private final SchedulingPolicy policy;
  private final SlowdownWindow window;
  private final int processors;
  private int through;
  private RuntimeModel lately; // what is known of runtimes at the end of the last step
  private volatile boolean cancelled;

  /**
   * Begins where the live cluster is.
   *
   * @param live its state, which is only read
   * @param policy what is at work on it, or follows it, which is only read
   * @param history of the live cluster, which is only read
   * @param observed the completions that the live cluster's slowdown is made of, only read
   */
  public Counterfactual(
      ClusterState live, SchedulingPolicy policy, JobHistory history, SlowdownWindow observed) {
    this(live, policy, history.knownTo(policy, live), observed);
  }

  private Counterfactual(
      ClusterState live, SchedulingPolicy policy, RuntimeModel known, SlowdownWindow observed) {
    lately = known;
    state = live.fork();
    this.policy = policy.fork(state);
    window = observed.copy();
    processors = live.processors();
    through = live.now();
  }

  /**
   * Has another policy take over at once.
   *
   * @param history that it was begun with
   */
  public Counterfactual under(SchedulingPolicy other, JobHistory history) {
    ClusterState forked = state.fork();
    SchedulingPolicy incumbent = policy.fork(forked);
    other.succeed(incumbent, forked);
    return new Counterfactual(forked, other, history.knownTo(other, forked), window);
  }

  /** The processors that it was begun with; a cluster that has others needs another one. */
  public int processors() {
    return processors;
  }

  /** The policy. */
  public SchedulingPolicy policy() {
    return policy;
  }

  /** A step that has copied what it needs of the live cluster. */
  public final class Step {
    private final int until;
    private final Arrivals arrivals;
    private final JobHistory.Runtimes known;
    private final RuntimeRatios ratios;
    private final RuntimeModel expected;
    // of the jobs that really run, how long they have
    private final Map<Integer, Integer> running = new HashMap<>();

    private Step(int from, ClusterState live, JobHistory history) {
      until = live.now();
      for (int i = 0; i < live.running().size(); i++) {
        int slot = live.running().slot(i);
        running.put(live.job(slot), live.servedSeconds(slot) + until - live.startTime(slot));
      }
      ratios = new RuntimeRatios(history);
      expected = lately;
      known = history.runtimes();
      arrivals =
          history.arrivals(
              from, until, processors, (job, user, width, estimate) -> guess(job, estimate, 0));
    }

    /**
     * Runs the step as one task.
     *
     * @return completes with the aggregate bounded slowdown at its end
     */
    public CompletableFuture<Double> run(Executor executor) {
      return CompletableFuture.supplyAsync(this::simulate, executor);
    }

    private double simulate() {
      Simulation simulation =
          Simulation.continuing(
              state,
              policy,
              arrivals,
              new SimulationListener() {
                @Override
                public void finished(ClusterState ended, int slot) {
                  window.finished(ended, slot);
                }
              });
      simulation.useModel(expected);
      simulation.assumeRuntimes(this::runtime);
      for (int reached = state.now(); reached < until; ) {
        if (cancelled) {
          throw new CancellationException("the counterfactual was given up");
        }
        reached = Math.min(until, reached + SLICE_SECONDS);
        simulation.runUntil(reached);
      }
      state.advanceTo(until);
      return window.aggregate(state);
    }

    /** What is known of a job, else what is drawn; more than it has run already. */
    private int runtime(int slot) {
      int elapsed = state.servedSeconds(slot);
      if (state.phase(slot) == JobPhase.RUNNING) {
        elapsed += state.now() - state.startTime(slot);
      }
      int seconds = known.of(state.job(slot));
      return Math.max(
          elapsed + 1,
          seconds == JobHistory.UNKNOWN
              ? guess(state.job(slot), state.estimate(slot), elapsed)
              : seconds);
    }

    /**
     * Drawn from jobs with estimates as long: those of the same user that have ended already may be
     * the short ones alone.
     */
    private int guess(int job, int estimate, int elapsed) {
      return ratios.draw(
          new SplittableRandom(job),
          ClusterState.NONE,
          estimate,
          Math.max(elapsed, running.getOrDefault(job, 0)));
    }
  }

  /**
   * The step from where the last one ends to the present of the live cluster.
   *
   * @param live the live state, which is only read
   * @param history of the live cluster, which is only read and must reach back to the last step
   */
  public Step until(ClusterState live, JobHistory history) {
    Step step = new Step(through, live, history);
    through = live.now();
    lately = history.knownTo(policy, live);
    return step;
  }

  /** Lets a step that still runs end soon, without a result; there is none after it. */
  public void cancel() {
    cancelled = true;
  }
}
