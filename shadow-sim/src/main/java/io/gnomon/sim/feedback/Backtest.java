package io.gnomon.sim.feedback;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.study.StudyResult;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * A simulation of all policies over the arrivals of the past weeks. Each policy starts from an
 * empty cluster and stays in force throughout. A backtest is independent of the live state. {@link
 * #run} and {@link #join} may be called only once in total, from any thread; {@link #cancel} from
 * any thread.
 */
public final class Backtest {
  private final ShadowStudy study;

  /**
   * A backtest.
   *
   * @param study of all policies over the past; its incumbent is EASY and its first guard compares
   *     the waits of categories
   */
  Backtest(ShadowStudy study) {
    this.study = study;
  }

  /** Runs all simulations in this thread. */
  public BacktestResult run() {
    return run(Runnable::run).join();
  }

  /**
   * Runs each simulation as a task of its own.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} after {@link #cancel()}
   */
  public CompletableFuture<BacktestResult> run(Executor executor) {
    return study.run(executor).thenApply(Backtest::result);
  }

  /**
   * Runs all simulations in this thread and on whatever {@code helpers} provides.
   *
   * @throws CompletionException as {@link #run} completes
   */
  public BacktestResult join(Executor helpers) {
    return new SharedTasks(helpers)
        .await(executor -> study.runLongestFirst(executor).thenApply(Backtest::result));
  }

  /** Ends the running simulations soon, without a result. */
  public void cancel() {
    study.cancel();
  }

  private static BacktestResult result(StudyResult simulated) {
    Map<PolicySpec, Double> costs = new TreeMap<>(Comparator.comparing(PolicySpec::toString));
    for (AlternativeResult policy : simulated.alternatives()) {
      double sum = policy.meanCost() * policy.jobs();
      costs.put(policy.spec(), sum / simulated.horizonSeconds());
    }
    return new BacktestResult(simulated.time(), simulated.incumbent().guarded().worst(0), costs);
  }
}
