package io.gnomon.sim.study;

import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a study takes from the past, and the simulations of the past that are made beside it.
 *
 * @param reviews of changes, made before anything else
 * @param trial of all policies, made after the study, or null where none is due
 * @param mistakes that are simulated like others but not chosen, with the reason
 * @param standing what a policy's past service adds to its cost, over all jobs of a future
 * @param known what is known of how long jobs run; asked for as the study is built, where one of
 *     its policies asks; null where the simulations shall learn it themselves
 */
public record PastEvidence(
    List<ChangeReview.Simulations> reviews,
    @Nullable ShadowStudy trial,
    Map<PolicySpec, String> mistakes,
    ToDoubleFunction<PolicySpec> standing,
    Supplier<? extends @Nullable RuntimeModel> known) {
  /** Nothing of the past counts. */
  static final PastEvidence NONE = knowing(() -> null);

  /** Nothing but what is known of runtimes counts. */
  public static PastEvidence knowing(Supplier<? extends @Nullable RuntimeModel> known) {
    return new PastEvidence(List.of(), null, Map.of(), policy -> 0, known);
  }

  void cancel() {
    reviews.forEach(ChangeReview.Simulations::cancel);
    if (trial != null) {
      trial.cancel();
    }
  }
}
