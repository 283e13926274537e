package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.feedback.Backtest;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The closed loop off line: a log runs under a policy that is looked at once a period, studied when
 * jobs wait too long, and changed when an alternative simulates better (lawson2005, section 3).
 */
public final class TuneLoop {
  /** Which future the studies see. */
  public enum LoopArrivals {
    /** The past comes again. */
    REPLAY,
    /** Hours of past weeks come again, drawn by hour of the week. */
    BOOTSTRAP,
    /** Nobody comes. */
    NONE,
    /** In every other draw nobody comes, in the others hours of past weeks. */
    MIXED,
    /** What truly comes. */
    ORACLE
  }

  private final JobLog log;
  private final int processors;
  private final TuneSettings settings;
  private final LoopArrivals future;
  private final Executor executor;
  private final ModelError modelError;

  /**
   * A loop over one log.
   *
   * @param log prepared for the machine
   * @param executor that runs simulations of the studies beside the thread that runs the loop
   */
  public TuneLoop(
      JobLog log, int processors, TuneSettings settings, LoopArrivals future, Executor executor) {
    this(log, processors, settings, future, executor, ModelError.NONE);
  }

  /** A loop that is wrongly told about its cluster. */
  public TuneLoop(
      JobLog log,
      int processors,
      TuneSettings settings,
      LoopArrivals future,
      Executor executor,
      ModelError modelError) {
    this.log = log;
    this.processors = processors;
    this.settings = settings;
    this.future = future;
    this.executor = executor;
    this.modelError = modelError;
  }

  /**
   * Runs the log to its end.
   *
   * @param first the policy at the beginning
   * @param listener hears what it does
   */
  public TunedRun run(PolicySpec first, TuneLoopListener listener) {
    Tuner tuner = new Tuner(settings);
    ScheduleListener schedule = new WatchedSchedule(log.size(), tuner, modelError);
    Simulation simulation =
        new Simulation(
            new ClusterState(processors), Policies.create(first), new LogArrivals(log), schedule);
    simulation.learnRuntimes();
    List<Decision> decisions = new ArrayList<>();
    simulation.step();
    while (simulation.nextEventTime() != Simulation.NEVER) {
      int look = tuner.nextEvaluation();
      simulation.runUntil(look);
      if (simulation.nextEventTime() != Simulation.NEVER) {
        simulation.state().advanceTo(look);
        decisions.add(look(simulation, tuner, listener));
        tuner.evaluated(look);
        listener.evaluated(look);
      }
    }
    return new TunedRun(schedule.schedule(), decisions);
  }

  private Decision look(Simulation simulation, Tuner tuner, TuneLoopListener listener) {
    ModelError.Belief believed = modelError.of(simulation.state(), simulation.policy());
    ClusterState state = believed.state();
    SchedulingPolicy incumbent = believed.policy();
    double observed = tuner.observe(state);
    NoChangeReason objection = tuner.objection(state, observed);
    if (objection != null) {
      return new Decision(state.now(), observed, incumbent.spec(), null, objection, null);
    }
    listener.studying();
    Evaluation evaluation =
        tuner.evaluate(state, incumbent, scenarios(tuner, state), possible -> true);
    Decision decision = tuner.decide(evaluation.join(executor), observed);
    Backtest backtest = tuner.backtestDue(state, incumbent, possible -> true);
    if (backtest != null) {
      tuner.backtested(backtest.join(executor));
    }
    listener.studied(simulation, decision);
    if (decision.chosen() != null) {
      tuner.changes().attempted(state.now());
      tuner.changed(state, incumbent, decision.chosen());
      simulation.reconfigure(Policies.create(decision.chosen()));
    }
    return decision;
  }

  private List<Scenario> scenarios(Tuner tuner, ClusterState state) {
    return switch (future) {
      case REPLAY -> tuner.scenarios(state, ArrivalModel.REPLAY);
      case BOOTSTRAP -> tuner.scenarios(state, ArrivalModel.BOOTSTRAP);
      case NONE -> tuner.scenarios(state, ArrivalModel.NONE);
      case MIXED -> tuner.scenarios(state, ArrivalModel.MIXED);
      case ORACLE ->
          List.of(
              settings.design().samplesRuntimes()
                  ? Scenario.clairvoyant(log)
                  : Scenario.oracle(log));
    };
  }

  private static final class WatchedSchedule extends ScheduleListener {
    private final Tuner tuner;
    private final ModelError modelError;

    WatchedSchedule(int jobs, Tuner tuner, ModelError modelError) {
      super(jobs);
      this.tuner = tuner;
      this.modelError = modelError;
    }

    @Override
    public void submitted(ClusterState state, int slot) {
      if (modelError.heardOf().test(state.job(slot))) {
        tuner.submitted(state, slot);
      }
    }

    @Override
    public void finished(ClusterState state, int slot) {
      super.finished(state, slot);
      if (modelError.heardOf().test(state.job(slot))) {
        tuner.finished(state, slot, modelError.believed(state.ranSeconds(slot)));
      }
    }
  }
}
