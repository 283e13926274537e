package io.gnomon.bridge.slurm.apply;

import java.util.List;
import java.util.Map;

/**
 * What is to be done to have a configuration in force.
 *
 * @param policy its text
 * @param version its version
 * @param formerVersion the version that it replaces
 * @param partitions what Slurm must say of the partitions that Gnomon owns then, by name
 * @param steps in order
 */
record Plan(
    String policy,
    long version,
    long formerVersion,
    Map<String, Map<String, String>> partitions,
    List<Step> steps) {
  Plan {
    partitions = Map.copyOf(partitions);
    steps = List.copyOf(steps);
  }

  /** As an administrator would type it, a step a line. */
  String lines() {
    return steps.isEmpty()
        ? "nothing to do"
        : String.join("\n", steps.stream().map(Step::line).toList());
  }
}
