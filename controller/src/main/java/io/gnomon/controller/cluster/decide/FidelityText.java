package io.gnomon.controller.cluster.decide;

import io.gnomon.events.EventData;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelityResult;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.fidelity.FidelityTotals;
import io.gnomon.sim.tune.EvaluationResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fidelity of a model in decision records and in words. */
public final class FidelityText {
  private FidelityText() {}

  /** The fidelity by the time of a decision, or null if nothing is measured. */
  public static @Nullable RecordedFidelity recorded(
      Fidelity fidelity, @Nullable EvaluationResult evaluation) {
    if (!fidelity.settings().measures()) {
      return null;
    }
    FidelityTotals total = fidelity.total();
    FidelityResult compared = evaluation == null ? null : evaluation.fidelity();
    return new RecordedFidelity(
        fidelity.trusted(),
        total.jobs(),
        fidelity.settings().jobs(),
        finite(total.error()),
        finite(total.bias()),
        finite(total.earlierShare()),
        finite(total.laterShare()),
        compared == null ? EventData.NONE : compared.seconds());
  }

  private static @Nullable Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Why the model is not trusted, with figures. */
  public static String objection(Fidelity fidelity) {
    FidelitySettings settings = fidelity.settings();
    FidelityTotals total = fidelity.total();
    if (total.jobs() < settings.jobs()) {
      return String.format(
          Locale.ROOT,
          "the model is not trusted yet: the predicted starts of %,d of %,d waiting jobs have been"
              + " compared",
          total.jobs(),
          settings.jobs());
    }
    return String.format(
        Locale.ROOT,
        "the model is not trusted%s: the predicted waits of the last %,d jobs that waited differ by"
            + " %.0f %% from the actual ones (at most %.0f %%), and their mean by %+.0f %% (at most"
            + " %.0f %%)",
        fidelity.lost() ? " any more" : "",
        total.jobs(),
        100 * total.error(),
        100 * settings.mostError(),
        100 * total.bias(),
        100 * settings.mostBias());
  }
}
