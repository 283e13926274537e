package io.gnomon.sim.tune;

import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.fidelity.FidelityCheck;
import io.gnomon.sim.fidelity.FidelityResult;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.SharedTasks;
import io.gnomon.sim.study.StudyExtent;
import io.gnomon.sim.study.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The simulations that one decision needs: the study of the alternatives, if there is one, the
 * reviews of past changes that are due, and the comparison of the model with the scheduler. It is
 * independent of the live state and of the tuner that built it.
 *
 * <p>{@link #run} and {@link #join} may be called only once in total, from any thread; {@link
 * #soFar} and {@link #controls} from any thread. The result does not depend on the number of
 * threads.
 */
public final class Evaluation {
  private final @Nullable ShadowStudy study;
  private final boolean backtest;
  private final List<ChangeReview.Simulations> reviews;
  private final @Nullable FidelityCheck check;
  private volatile @Nullable EvaluationResult past;

  Evaluation(
      @Nullable ShadowStudy study,
      boolean backtest,
      List<ChangeReview.Simulations> reviews,
      @Nullable FidelityCheck check) {
    this.study = study;
    this.backtest = backtest;
    this.reviews = List.copyOf(reviews);
    this.check = check;
  }

  /** Whether the study is a backtest over the recorded past, which takes seconds to minutes. */
  public boolean isBacktest() {
    return backtest;
  }

  /** Whether there is a study; otherwise there are only simulations of the past. */
  public boolean hasStudy() {
    return study != null;
  }

  /** Runs all simulations in this thread. */
  public EvaluationResult run() {
    return run(Runnable::run).join();
  }

  /**
   * Runs each simulation as a task of its own: those of the past first, then the study.
   *
   * @return completes with the result, or exceptionally with what a policy threw or with {@link
   *     CancellationException} if it is cancelled
   */
  public CompletableFuture<EvaluationResult> run(Executor executor) {
    return run(executor, one -> one.run(executor));
  }

  /**
   * Repeats an earlier run of the same evaluation up to the point at which its deadline ended it.
   * The result is what {@link #soFar()} returned then.
   */
  public CompletableFuture<EvaluationResult> run(Executor executor, StudyExtent extent) {
    return run(executor, one -> one.run(executor, extent));
  }

  /**
   * Runs all simulations in this thread and on whatever {@code helpers} provides.
   *
   * @throws CompletionException as {@link #run(Executor)} completes
   */
  public EvaluationResult join(Executor helpers) {
    return new SharedTasks(helpers)
        .await(executor -> run(executor, one -> one.runLongestFirst(executor)));
  }

  private CompletableFuture<EvaluationResult> run(
      Executor executor, Function<ShadowStudy, CompletableFuture<StudyResult>> simulate) {
    List<CompletableFuture<ReviewResult>> running =
        reviews.stream().map(review -> review.run(executor)).toList();
    CompletableFuture<@Nullable FidelityResult> compared =
        check == null ? CompletableFuture.completedFuture(null) : runCheck(check, executor);
    CompletableFuture<EvaluationResult> all =
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new))
            .thenCombine(
                compared,
                (done, fidelity) ->
                    new EvaluationResult(
                        null, running.stream().map(CompletableFuture::join).toList(), fidelity));
    CompletableFuture<EvaluationResult> kept = all.whenComplete((result, failure) -> past = result);
    return study == null
        ? kept
        : simulate.apply(study).thenCombine(kept, (simulated, of) -> of.with(simulated));
  }

  private static CompletableFuture<@Nullable FidelityResult> runCheck(
      FidelityCheck check, Executor executor) {
    return check.run(executor).thenApply(result -> result);
  }

  /**
   * The result that a deadline leaves: the simulations of the past and what {@link
   * ShadowStudy#soFar()} returns.
   *
   * @return null while a simulation of the past is running, or while the study has nothing to
   *     compare
   */
  public @Nullable EvaluationResult soFar() {
    EvaluationResult results = past;
    if (results == null || study == null) {
      return results;
    }
    StudyResult simulated = study.soFar();
    return simulated == null ? null : results.with(simulated);
  }

  /** End or pause the running simulations. Thread-safe. */
  public List<RunControl> controls() {
    List<RunControl> controls = new ArrayList<>();
    reviews.forEach(review -> controls.add(review.control()));
    if (study != null) {
      controls.add(study.control());
    }
    if (check != null) {
      controls.add(check.control());
    }
    return controls;
  }
}
