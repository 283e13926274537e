package io.gnomon.bridge.slurm.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be done to have a configuration in force.
 *
 * @param next what is in force then
 * @param formerVersion the version that it replaces
 * @param readBack settings that Slurm must print then, the site's own where Gnomon's were
 * @param notes why it is done so, a sentence each
 * @param steps in order
 */
record Plan(
    InForce next,
    long formerVersion,
    Map<String, String> readBack,
    List<String> notes,
    List<Step> steps) {
  Plan {
    readBack = Map.copyOf(readBack);
    notes = List.copyOf(notes);
    steps = List.copyOf(steps);
  }

  /** As an administrator would type it, a step a line, below comments. */
  String lines() {
    List<String> lines = new ArrayList<>();
    notes.forEach(note -> lines.add("# " + note));
    steps.stream().filter(step -> !step.apply().isEmpty()).map(Step::line).forEach(lines::add);
    return lines.size() == notes.size() ? "nothing to do" : String.join("\n", lines);
  }

  /** Where settings differ from what they shall be, a sentence each. */
  static List<String> differences(Map<String, String> expected, Map<String, String> printed) {
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
