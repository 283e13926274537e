package io.gnomon.sim.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The predictors that come with Gnomon, and those on the class path. */
public final class Predictors {
  private static final class Loaded {
    static final List<PredictorFamily> FAMILIES = families(BuiltInPredictors.ALL);

    private static List<PredictorFamily> families(List<PredictorFamily> builtIn) {
      List<PredictorFamily> all = new ArrayList<>(builtIn);
      ServiceLoader.load(PredictorFamily.class, Predictors.class.getClassLoader())
          .forEach(all::add);
      return List.copyOf(all);
    }
  }

  private Predictors() {}

  /** Every kind, those that come with Gnomon first. */
  public static List<PredictorFamily> families() {
    return Loaded.FAMILIES;
  }

  /** The names of all kinds. */
  public static List<String> names() {
    return families().stream().map(PredictorFamily::name).toList();
  }

  /**
   * A predictor that knows nothing yet.
   *
   * @throws IllegalArgumentException for a name that no kind has, with those that exist
   */
  public static RuntimePredictor create(String name, PredictorSettings settings) {
    return families().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no predictor '" + name + "'; there are " + String.join(", ", names())))
        .create(settings);
  }
}
