package io.gnomon.sim.forecast;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ObservedScenario;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.scenario.ScenarioRun;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A simulation of the jobs that arrived, under another policy than the one in force. It follows the
 * live cluster step by step; each step runs as an {@link ObservedScenario}, with the runtimes that
 * are known at its end and sampled runtimes for other jobs. A sampled runtime is replaced as soon
 * as the true one is known, unless the job has completed in the simulation before.
 *
 * <p>The owner of the live state builds it and its steps, at the cost of the active jobs and the
 * history; a step then runs on any thread, one step at a time. The result depends only on what the
 * steps were built from.
 */
public final class Counterfactual {
  private Rerun rerun;
  // that of the last step that was built, while earlier ones may still run
  private SchedulingPolicy lastPolicy;
  private final SlowdownWindow window;
  private final int firstNewJob;
  private int through;
  private RuntimeModel expected; // at the end of the last step
  private final RunControl control = new RunControl();

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
    expected = history.expectedRuntimes(policy, live);
    rerun = Rerun.from(live, policy);
    lastPolicy = policy;
    window = observed.copy();
    through = live.now();
    firstNewJob = Rerun.nextJob(live);
  }

  /** The simulated policy after the last step that was built. */
  public Spec policy() {
    return lastPolicy.spec();
  }

  /**
   * A simulated figure of the cluster.
   *
   * @param second of the state
   * @param slowdown aggregate bounded slowdown
   * @param queueLength number of waiting jobs
   * @param utilization busy share of the processors, from 0 to 1
   */
  public record Sample(int second, double slowdown, int queueLength, double utilization) {
    /** The figures of a state at its second. */
    public static Sample of(ClusterState state, SlowdownWindow window) {
      double busy = 1 - (double) state.freeProcessors() / Math.max(1, state.processors());
      return new Sample(
          state.now(),
          window.aggregate(state),
          state.waiting().size(),
          Math.min(1, Math.max(0, busy)));
    }
  }

  /**
   * A job that completed in the simulation.
   *
   * @param job its number
   * @param second of its completion
   * @param waitSeconds time from its submission to its completion in which it did not run
   */
  public record Completion(int job, int second, int waitSeconds) {}

  /**
   * The result of a step.
   *
   * @param until the second at which it ended
   * @param samples one for each second asked for
   * @param completions of the jobs that completed, in their order
   * @param active numbers of the jobs that are active at its end, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // a column; never compared
  public record Result(
      int until, List<Sample> samples, List<Completion> completions, int[] active) {
    /** Whether a job is active at the end of the step. */
    public boolean isActive(int job) {
      return Arrays.binarySearch(active, job) >= 0;
    }
  }

  /** What happens at the end of a step. */
  @SuppressWarnings("ArrayRecordComponent") // a column; never compared
  private record Ending(int processors, int[] nodes, @Nullable SchedulingPolicy next) {
    static Ending like(ClusterState live, @Nullable SchedulingPolicy next) {
      int[] nodes = live.hasNodes() ? live.nodes().states() : new int[0];
      return new Ending(live.processors(), nodes, next);
    }

    void setCapacity(ClusterState state) {
      if (state.hasNodes()) {
        state.setNodes(nodes);
      } else if (state.processors() != processors) {
        state.setProcessors(processors);
      }
    }
  }

  /** One step, which holds copies of what it needs of the live cluster. */
  public final class Step {
    private final int until;
    private final Scenario scenario;
    private final RuntimeModel expectedRuntimes;
    private final int[] sampleSeconds;
    private final Ending ending;

    private Step(
        Scenario scenario,
        int until,
        RuntimeModel expectedRuntimes,
        int[] sampleSeconds,
        Ending ending) {
      this.scenario = scenario;
      this.until = until;
      this.expectedRuntimes = expectedRuntimes;
      this.sampleSeconds = sampleSeconds;
      this.ending = ending;
    }

    /** Runs the step as one task. */
    public CompletableFuture<Result> run(Executor executor) {
      return CompletableFuture.supplyAsync(this::simulate, executor);
    }

    private Result simulate() {
      ClusterState state = rerun.state();
      List<Sample> samples = new ArrayList<>();
      List<Completion> completions = new ArrayList<>();
      ScenarioRun run =
          rerun.run(
              scenario,
              expectedRuntimes,
              until,
              new SimulationListener() {
                @Override
                public void finished(ClusterState ended, int slot) {
                  window.finished(ended, slot);
                  completions.add(
                      new Completion(ended.job(slot), ended.now(), waited(ended, slot)));
                }
              },
              control);
      for (int second : sampleSeconds) {
        run.until(second);
        state.advanceTo(second);
        samples.add(Sample.of(state, window));
      }
      run.until(until);
      state.advanceTo(until);
      ending.setCapacity(state);
      if (ending.next() != null) {
        run.simulation().reconfigure(ending.next());
        rerun = new Rerun(state, ending.next());
      }
      return new Result(until, samples, completions, activeJobs(state));
    }
  }

  /** The numbers of the active jobs, ascending. */
  public static int[] activeJobs(ClusterState state) {
    int[] active = new int[state.activeCount()];
    int[] count = {0};
    state.forEachActive(slot -> active[count[0]++] = state.job(slot));
    Arrays.sort(active);
    return active;
  }

  /** The seconds from a job's submission to now in which it did not run. */
  public static int waited(ClusterState state, int slot) {
    return Math.max(0, state.now() - state.submitTime(slot) - state.ranSeconds(slot));
  }

  /**
   * The step from the end of the last one to the present of the live cluster. At its end the
   * simulated cluster gets the live capacity.
   *
   * @param live the live state, only read
   * @param history of the live cluster, only read; it must reach back to the last step
   * @param runtimes distributions for jobs that have not completed
   * @param sampleSeconds when to take samples, ascending, within the step
   * @param next the policy that takes over at its end, or null
   */
  public Step step(
      ClusterState live,
      JobHistory history,
      RuntimeModel runtimes,
      int[] sampleSeconds,
      @Nullable SchedulingPolicy next) {
    Scenario scenario = ObservedScenario.continuing(through, firstNewJob, live, history, runtimes);
    Step step =
        new Step(scenario, live.now(), expected, sampleSeconds.clone(), Ending.like(live, next));
    through = live.now();
    lastPolicy = next == null ? lastPolicy : next;
    expected = history.expectedRuntimes(lastPolicy, live);
    return step;
  }

  /** Ends or pauses the running step; after its end, no later step has a result either. */
  public RunControl control() {
    return control;
  }
}
