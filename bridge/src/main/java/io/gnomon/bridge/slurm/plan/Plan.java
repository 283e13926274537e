package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.policy.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The steps that put a configuration in force. It is stored in the journal {@code plan.json} while
 * it is carried out.
 *
 * @param next the configuration in force after the last step
 * @param expected values that Slurm must have after the last step
 * @param notes explanations for the administrator, one sentence each
 * @param steps the steps, in order
 */
public record Plan(
    AppliedConfiguration next,
    Map<Aspect, Map<String, String>> expected,
    List<String> notes,
    List<Step> steps) {
  /** Collections are copied if they are mutable. */
  public Plan {
    expected = Map.copyOf(expected);
    notes = List.copyOf(notes);
    steps = List.copyOf(steps);
  }

  /**
   * Describes the plan as an administrator would type it: the notes as comments, then one step per
   * line.
   */
  public String describe() {
    List<String> lines = new ArrayList<>();
    notes.forEach(note -> lines.add("# " + note));
    steps.stream().filter(step -> !step.apply().isEmpty()).map(Step::describe).forEach(lines::add);
    return lines.size() == notes.size() ? "nothing to do" : String.join("\n", lines);
  }

  /** Returns where present values differ from the expected ones, as one phrase each. */
  public static List<String> differences(
      Map<String, String> expected, Map<String, String> present) {
    return new TreeMap<>(expected)
        .entrySet().stream()
            .filter(value -> !value.getValue().equals(present.get(value.getKey())))
            .map(
                value ->
                    "%s is %s instead of %s"
                        .formatted(value.getKey(), present.get(value.getKey()), value.getValue()))
            .toList();
  }
}
