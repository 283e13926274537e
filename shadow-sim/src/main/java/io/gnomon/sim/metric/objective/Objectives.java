package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Families;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/** The objectives on the class path, built from their text form. */
public final class Objectives {
  private static final class Loaded {
    static final Families<StudyObjective, ObjectiveFamily> FAMILIES =
        new Families<>("objective", ObjectiveFamily.class);
  }

  private Objectives() {}

  /** Every family, by name. */
  public static List<ObjectiveFamily> families() {
    return Loaded.FAMILIES.all();
  }

  /**
   * Builds the objective described by a text such as {@code slowdown(work=30000)}.
   *
   * @throws io.gnomon.sim.policy.InvalidPolicyException for an unknown family or parameter, or a
   *     value that is not allowed; the message lists what is allowed
   */
  public static StudyObjective create(String text) {
    return Loaded.FAMILIES.create(PolicySpec.parse(text));
  }
}
