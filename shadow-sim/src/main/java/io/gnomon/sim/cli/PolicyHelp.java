package io.gnomon.sim.cli;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;

/** The policies and their parameters, for {@code --help}. */
final class PolicyHelp {
  private PolicyHelp() {}

  /** All families on the class path. */
  static String text() {
    StringBuilder text = new StringBuilder("\nPolicies, written name or name(key=value, ...):\n");
    for (PolicyFamily family : Policies.families()) {
      text.append("\n  ").append(family.name()).append(": ").append(family.summary()).append('\n');
      for (Parameter<?> parameter : family.parameters()) {
        text.append("    ").append(parameter.name()).append(" (").append(parameter.fallback());
        text.append("): ").append(parameter.help()).append("; ").append(parameter.allowed());
        text.append('\n');
      }
    }
    return text.toString();
  }
}
