package io.gnomon.bridge.slurm.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The steps that put a configuration in force. It is stored in the journal {@code plan.json} while
 * it is carried out.
 *
 * @param next the configuration in force after the last step
 * @param formerVersion version of the configuration that it replaces
 * @param expectedSettings settings that Slurm must print after the last step
 * @param notes explanations for the administrator, one sentence each
 * @param steps the steps, in order
 */
public record Plan(
    AppliedConfiguration next,
    long formerVersion,
    Map<String, String> expectedSettings,
    List<String> notes,
    List<Step> steps) {
  /** Collections are copied if they are mutable. */
  public Plan {
    expectedSettings = Map.copyOf(expectedSettings);
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

  /** Returns where printed settings differ from the expected ones, as one phrase each. */
  public static List<String> differences(
      Map<String, String> expected, Map<String, String> printed) {
    return new TreeMap<>(expected)
        .entrySet().stream()
            .filter(setting -> !setting.getValue().equals(printed.get(setting.getKey())))
            .map(
                setting ->
                    "%s is %s instead of %s"
                        .formatted(
                            setting.getKey(), printed.get(setting.getKey()), setting.getValue()))
            .toList();
  }
}
