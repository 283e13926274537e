package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Registry;
import io.gnomon.sim.spec.Spec;
import java.util.List;

/** The objectives on the class path, built from their text form. */
public final class Objectives {
  private static final class Loaded {
    static final Registry<StudyObjective, ObjectiveFamily> FAMILIES =
        new Registry<>("objective", ObjectiveFamily.class);
  }

  private Objectives() {}

  /** Every family, by name. */
  public static List<ObjectiveFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /**
   * Builds the objective described by a text such as {@code slowdown(work=30000)}.
   *
   * @throws io.gnomon.sim.spec.InvalidSpecException for an unknown family or parameter, or a value
   *     that is not allowed; the message lists what is allowed
   */
  public static StudyObjective create(String text) {
    return Loaded.FAMILIES.create(Spec.parse(text));
  }
}
