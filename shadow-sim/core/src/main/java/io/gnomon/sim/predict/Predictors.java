package io.gnomon.sim.predict;

import io.gnomon.sim.spec.Registry;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** The built-in predictors and those on the class path, built from their text form. */
public final class Predictors {
  private static final class Loaded {
    static final Registry<RuntimePredictor, PredictorFamily> FAMILIES =
        new Registry<>("predictor", BuiltInPredictors.ALL, PredictorFamily.class);
  }

  private Predictors() {}

  /** All kinds, the built-in ones first. */
  public static List<PredictorFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /** The names of all kinds. */
  public static List<String> names() {
    return families().stream().map(PredictorFamily::name).toList();
  }

  /** Creates a predictor with default parameters; see {@link #create(Spec)}. */
  public static RuntimePredictor create(String name) {
    return create(Spec.of(name));
  }

  /**
   * Creates a predictor that has learned nothing.
   *
   * @throws io.gnomon.sim.spec.InvalidSpecException for an unknown kind or parameter, or a value
   *     that is not allowed; the message says what is allowed
   */
  public static RuntimePredictor create(Spec spec) {
    return Loaded.FAMILIES.create(spec);
  }
}
