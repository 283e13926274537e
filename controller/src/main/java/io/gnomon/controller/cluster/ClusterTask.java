package io.gnomon.controller.cluster;

import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.tune.Evaluation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Simulations that must end before a {@link ClusterController} applies the next event. Each kind
 * has its own methods to conclude or abandon it.
 */
public sealed interface ClusterTask {
  /**
   * Calls the function for the kind of this task.
   *
   * @return what the function returns
   */
  <T extends @Nullable Object> T match(
      Function<? super Evaluation, ? extends T> evaluate,
      Function<? super ShadowStudy, ? extends T> backtest);

  /** An evaluation; its result leads to a decision. */
  record Evaluate(Evaluation evaluation) implements ClusterTask {
    @Override
    public <T extends @Nullable Object> T match(
        Function<? super Evaluation, ? extends T> evaluate,
        Function<? super ShadowStudy, ? extends T> backtest) {
      return evaluate.apply(evaluation);
    }
  }

  /** A backtest; no decision depends on its end. */
  record RunBacktest(ShadowStudy due) implements ClusterTask {
    @Override
    public <T extends @Nullable Object> T match(
        Function<? super Evaluation, ? extends T> evaluate,
        Function<? super ShadowStudy, ? extends T> backtest) {
      return backtest.apply(due);
    }
  }
}
