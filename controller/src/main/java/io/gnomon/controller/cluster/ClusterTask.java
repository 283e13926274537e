package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.tune.Evaluation;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Long-running work that must end before a {@link ClusterController} applies the next event. It may
 * be done on any thread. Each kind has its own methods to conclude it; simulations can be
 * abandoned.
 */
public sealed interface ClusterTask {
  /**
   * Calls the function for the kind of this task.
   *
   * @return what the function returns
   */
  default <T extends @Nullable Object> T match(
      Function<? super Evaluation, ? extends T> evaluate,
      Function<? super ShadowStudy, ? extends T> backtest,
      Function<? super SlowPart, ? extends T> prepare) {
    if (this instanceof Evaluate task) {
      return evaluate.apply(task.evaluation());
    }
    if (this instanceof RunBacktest task) {
      return backtest.apply(task.due());
    }
    return prepare.apply(((Prepare) this).part());
  }

  /** An evaluation; its result leads to a decision. */
  record Evaluate(Evaluation evaluation) implements ClusterTask {}

  /** A backtest; no decision depends on its end. */
  record RunBacktest(ShadowStudy due) implements ClusterTask {}

  /** The slow part of a large declaration or snapshot. */
  record Prepare(SlowPart part) implements ClusterTask {}
}
