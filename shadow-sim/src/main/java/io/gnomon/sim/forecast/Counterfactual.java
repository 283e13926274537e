package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ObservedScenario;
import io.gnomon.sim.scenario.Scenario;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A simulation of the jobs that arrived, under another policy than the one in force. It follows the
 * live cluster step by step; each step runs as an {@link ObservedScenario}, with the runtimes that
 * are known at its end and sampled runtimes for other jobs. A sampled runtime is replaced as soon
 * as the true one is known, unless the job has completed in the simulation before.
 *
 * <p>The owner of the live state builds it and its steps; a step then runs on any thread, one step
 * at a time.
 */
public final class Counterfactual {
  private static final int SLICE_SECONDS = 24 * 3600;

  private final ClusterState state;
  private final SchedulingPolicy policy;
  private final SlowdownWindow window;
  private final int processors;
  private int through;
  private RuntimeModel expected; // at the end of the last step
  private volatile boolean cancelled;

  /**
   * A counterfactual that starts from the present of the live cluster.
   *
   * @param live its state, only read
   * @param policy that runs on it, or follows it, only read
   * @param history of the live cluster, only read
   * @param observed the completions of the live cluster, only read
   */
  public Counterfactual(
      ClusterState live, SchedulingPolicy policy, JobHistory history, SlowdownWindow observed) {
    this(live, policy, history.expectedRuntimes(policy, live), observed);
  }

  private Counterfactual(
      ClusterState live, SchedulingPolicy policy, RuntimeModel expected, SlowdownWindow observed) {
    this.expected = expected;
    state = live.fork();
    this.policy = policy.fork(state);
    window = observed.copy();
    processors = live.processors();
    through = live.now();
  }

  /**
   * The same counterfactual with another policy, which succeeds this one's at once.
   *
   * @param history of the live cluster, only read
   */
  public Counterfactual under(SchedulingPolicy other, JobHistory history) {
    ClusterState forked = state.fork();
    SchedulingPolicy incumbent = policy.fork(forked);
    other.succeed(incumbent, forked);
    return new Counterfactual(forked, other, history.expectedRuntimes(other, forked), window);
  }

  /**
   * The cluster's processors at the start; a cluster of another size needs a new counterfactual.
   */
  public int processors() {
    return processors;
  }

  /** The simulated policy. */
  public SchedulingPolicy policy() {
    return policy;
  }

  /** One step, which holds copies of what it needs of the live cluster. */
  public final class Step {
    private final int until;
    private final Scenario scenario;
    private final RuntimeModel expectedRuntimes;

    private Step(Scenario scenario, int until, RuntimeModel expectedRuntimes) {
      this.scenario = scenario;
      this.until = until;
      this.expectedRuntimes = expectedRuntimes;
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
              scenario.arrivals(state.now(), until, 0, processors),
              new SimulationListener() {
                @Override
                public void finished(ClusterState ended, int slot) {
                  window.finished(ended, slot);
                }
              });
      simulation.useModel(expectedRuntimes);
      scenario.assume(simulation);
      for (int reached = state.now(); reached < until; ) {
        if (cancelled) {
          throw new CancellationException("the counterfactual was cancelled");
        }
        reached = Math.min(until, reached + SLICE_SECONDS);
        simulation.runUntil(reached);
      }
      state.advanceTo(until);
      return window.aggregate(state);
    }
  }

  /**
   * The step from the end of the last one to the present of the live cluster.
   *
   * @param live the live state, only read
   * @param history of the live cluster, only read; it must reach back to the last step
   * @param runtimes distributions for jobs that have not completed
   */
  public Step until(ClusterState live, JobHistory history, RuntimeModel runtimes) {
    Scenario scenario = new ObservedScenario(through - 1, live, history, runtimes);
    Step step = new Step(scenario, live.now(), expected);
    through = live.now();
    expected = history.expectedRuntimes(policy, live);
    return step;
  }

  /** Ends a running step soon, without a result; no step after it has a result either. */
  public void cancel() {
    cancelled = true;
  }
}
