package io.gnomon.controller.cluster;

import io.gnomon.sim.feedback.Backtest;
import io.gnomon.sim.tune.Evaluation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Simulations that a {@link ClusterController} waits for before it applies the next event. Each
 * kind is concluded or abandoned by methods of its own.
 */
public sealed interface ClusterTask {
  /**
   * Calls the function for its kind.
   *
   * @return what the function returns
   */
  <T extends @Nullable Object> T match(
      Function<? super Evaluation, ? extends T> evaluate,
      Function<? super Backtest, ? extends T> backtest);

  /** An evaluation, which leads to a decision. */
  record Evaluate(Evaluation evaluation) implements ClusterTask {
    @Override
    public <T extends @Nullable Object> T match(
        Function<? super Evaluation, ? extends T> evaluate,
        Function<? super Backtest, ? extends T> backtest) {
      return evaluate.apply(evaluation);
    }
  }

  /** A backtest of the policies, which no decision waits for. */
  record RunBacktest(Backtest due) implements ClusterTask {
    @Override
    public <T extends @Nullable Object> T match(
        Function<? super Evaluation, ? extends T> evaluate,
        Function<? super Backtest, ? extends T> backtest) {
      return backtest.apply(due);
    }
  }
}
