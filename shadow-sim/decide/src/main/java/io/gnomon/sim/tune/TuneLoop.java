package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.prior.PosteriorRules;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An offline closed loop: a log runs under a policy that is evaluated once per period, studied when
 * jobs wait too long, and changed when an alternative has a lower simulated cost (lawson2005,
 * section 3). Changes are reviewed at evaluations with a study; the controller reviews them at
 * other evaluations as well.
 */
public final class TuneLoop {
  private final JobLog log;
  private final ClusterState cluster;
  private final TuneSettings settings;
  private final Executor executor;
  private final boolean oracle;
  private final ModelError modelError;
  private final PosteriorRules rules;

  /**
   * A loop over one log.
   *
   * @param log prepared for the machine
   * @param executor that runs simulations of the studies, beside the thread that runs the loop
   */
  public TuneLoop(JobLog log, int processors, TuneSettings settings, Executor executor) {
    this(log, new ClusterState(processors), settings, executor);
  }

  /**
   * A loop over one log.
   *
   * @param log prepared for the machine
   * @param cluster an empty cluster, only read
   * @param executor that runs simulations of the studies, beside the thread that runs the loop
   */
  public TuneLoop(JobLog log, ClusterState cluster, TuneSettings settings, Executor executor) {
    this(log, cluster, settings, executor, false, ModelError.NONE, PosteriorRules.DEFAULT);
  }

  private TuneLoop(
      JobLog log,
      ClusterState cluster,
      TuneSettings settings,
      Executor executor,
      boolean oracle,
      ModelError modelError,
      PosteriorRules rules) {
    this.log = log;
    this.cluster = cluster;
    this.settings = settings;
    this.executor = executor;
    this.oracle = oracle;
    this.modelError = modelError;
    this.rules = rules;
  }

  /**
   * Returns this loop with or without an oracle. With one, studies assume the true arrivals instead
   * of those that the settings name; its results are an upper bound for the other models.
   */
  public TuneLoop withOracle(boolean known) {
    return new TuneLoop(log, cluster, settings, executor, known, modelError, rules);
  }

  /** Returns this loop with an error in what it assumes about its cluster. */
  public TuneLoop withModelError(ModelError error) {
    return new TuneLoop(log, cluster, settings, executor, oracle, error, rules);
  }

  /** Returns this loop with other constants of the posterior. */
  public TuneLoop withRules(PosteriorRules other) {
    return new TuneLoop(log, cluster, settings, executor, oracle, modelError, other);
  }

  /**
   * Runs the log to its end.
   *
   * @param first initial policy
   * @param listener receives the events of the loop
   */
  public TunedRun run(Spec first, TuneLoopListener listener) {
    Tuner tuner = new Tuner(settings, rules);
    ClusterState state = cluster.fork();
    ScheduleListener schedule = ScheduleListener.of(log, state);
    Simulation simulation =
        new Simulation(
            state,
            Policies.create(first, state),
            new LogArrivals(log, state),
            new Watched(schedule, tuner, modelError));
    simulation.learnRuntimes();
    return new Tuned(simulation, tuner, listener).run(schedule);
  }

  private List<Scenario> scenarios(Tuner tuner, ClusterState state) {
    if (!oracle) {
      return tuner.scenarios(state);
    }
    return List.of(
        settings.design().samplesRuntimes() ? Scenario.clairvoyant(log) : Scenario.oracle(log));
  }

  /** One run of the log, with the change in force. */
  private final class Tuned {
    private final Simulation simulation;
    private final Tuner tuner;
    private final TuneLoopListener listener;
    private @Nullable Change inForce;

    Tuned(Simulation simulation, Tuner tuner, TuneLoopListener listener) {
      this.simulation = simulation;
      this.tuner = tuner;
      this.listener = listener;
    }

    TunedRun run(ScheduleListener schedule) {
      List<Decision> decisions = new ArrayList<>();
      simulation.step();
      while (simulation.nextEventTime() != Simulation.NEVER) {
        int time = tuner.nextEvaluation();
        simulation.runUntil(time);
        if (simulation.nextEventTime() != Simulation.NEVER) {
          simulation.state().advanceTo(time);
          decisions.add(evaluate());
          tuner.evaluated(time);
          listener.evaluated(time);
        }
      }
      return new TunedRun(schedule.schedule(), decisions, schedule.use());
    }

    private Decision evaluate() {
      ModelError.TunerView view = modelError.of(simulation.state(), simulation.policy());
      ClusterState state = view.state();
      SchedulingPolicy incumbent = view.policy();
      double observed = tuner.observe(state);
      NoChangeReason objection = tuner.objection(state, observed);
      if (objection != null) {
        return new Decision(state.now(), observed, incumbent.spec(), null, objection, null);
      }
      listener.studying();
      Evaluation evaluation =
          tuner.evaluate(state, incumbent, scenarios(tuner, state), possible -> true);
      Decision decision = tuner.decide(evaluation.join(executor), observed, inForce);
      ShadowStudy backtest = tuner.backtestDue(state, incumbent, possible -> true);
      if (backtest != null) {
        tuner.backtested(backtest.join(executor));
      }
      listener.studied(simulation, decision);
      Spec chosen = decision.chosen();
      if (chosen != null) {
        tuner.changes().attempted(state.now());
        inForce = tuner.changed(state, incumbent, chosen);
        simulation.reconfigure(Policies.create(chosen, state));
      }
      return decision;
    }
  }

  /** Reports the jobs to a tuner, as far as the model of the cluster shows them. */
  private record Watched(ScheduleListener schedule, Tuner tuner, ModelError modelError)
      implements SimulationListener {
    @Override
    public void submitted(ClusterState state, int slot) {
      schedule.submitted(state, slot);
      if (modelError.observed().test(state.job(slot))) {
        tuner.submitted(state, slot);
      }
    }

    @Override
    public void started(ClusterState state, int slot) {
      schedule.started(state, slot);
    }

    @Override
    public void suspended(ClusterState state, int slot) {
      schedule.suspended(state, slot);
    }

    @Override
    public void resumed(ClusterState state, int slot) {
      schedule.resumed(state, slot);
    }

    @Override
    public void killed(ClusterState state, int slot) {
      schedule.killed(state, slot);
    }

    @Override
    public void finished(ClusterState state, int slot) {
      schedule.finished(state, slot);
      if (modelError.observed().test(state.job(slot))) {
        tuner.finished(state, slot, modelError.recordedRuntime(state.ranSeconds(slot)));
      }
    }
  }
}
