package io.gnomon.events.config;

import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.text.SpecText;

/**
 * The configuration of a scheduler, as far as Gnomon can tune it.
 *
 * @param policy the text form of the policy, such as {@code multi-queue(boundaries=600/3600,
 *     partitions=3)}
 * @param version grows with every change, including those of administrators
 */
public record Configuration(String policy, long version) {
  private static final String MEASURED = SlurmParameter.TEST_MS.parameter();

  /**
   * Whether a scheduler with another configuration has the same settings: the policies are the same
   * apart from the time of a backfill test, which is measured. Malformed policies are the same only
   * if their texts are.
   */
  public boolean hasSettingsOf(Configuration other) {
    return settings(policy).equals(settings(other.policy));
  }

  private static String settings(String policy) {
    if (!policy.contains(MEASURED)) {
      return policy;
    }
    try {
      return SpecText.parse(policy).without(MEASURED).toString();
    } catch (IllegalArgumentException malformed) {
      return policy; // a scheduler may report what Gnomon cannot read
    }
  }
}
