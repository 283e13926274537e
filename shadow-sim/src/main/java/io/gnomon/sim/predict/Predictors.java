package io.gnomon.sim.predict;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The built-in predictors and those on the class path. */
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

  /** All kinds, the built-in ones first. */
  public static List<PredictorFamily> families() {
    return Loaded.FAMILIES;
  }

  /** The names of all kinds. */
  public static List<String> names() {
    return families().stream().map(PredictorFamily::name).toList();
  }

  /**
   * Creates a predictor that has learned nothing.
   *
   * @throws IllegalArgumentException if there is no kind with that name; the message lists all
   *     names
   */
  public static RuntimePredictor create(String name, PredictorSettings settings) {
    return families().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown predictor '" + name + "'; allowed are " + String.join(", ", names())))
        .create(settings);
  }
}
