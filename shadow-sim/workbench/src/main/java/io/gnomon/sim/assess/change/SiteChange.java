package io.gnomon.sim.assess.change;

import java.util.function.UnaryOperator;

/**
 * One durable change of a configuration that an administrator could make.
 *
 * @param id short and unique, of letters, digits and {@code . _ - =}
 * @param subject what it changes; two changes of the same subject exclude each other
 * @param title what it does, in words
 * @param means by what it is made
 * @param assumption what the simulation assumes about users; empty for nothing
 * @param made the setup with the change, for the same jobs in the same order
 */
public record SiteChange(
    String id,
    String subject,
    String title,
    Means means,
    String assumption,
    UnaryOperator<SimulatedSite> made) {
  /** By what a change is made. */
  public enum Means {
    /** By lines of the scheduler's own configuration files. */
    CONFIGURATION,
    /** By lines that also change which jobs the scheduler prefers. */
    PREFERENCE,
    /** By limits in the scheduler's accounting database. */
    ACCOUNTING,
    /** By a scheduling policy that the scheduler does not have itself. */
    POLICY;

    /** Whether a site can make it without another scheduler. */
    public boolean isConfiguration() {
      return this != POLICY;
    }

    /** Whether it leaves to the site which jobs it prefers. */
    public boolean keepsPreferences() {
      return this == CONFIGURATION || this == ACCOUNTING;
    }
  }

  /** Whether both can be made. */
  public boolean isCompatible(SiteChange other) {
    return !subject.equals(other.subject);
  }

  /** A change that assumes nothing about users. */
  public static SiteChange of(
      String id, String subject, String title, Means means, UnaryOperator<SimulatedSite> made) {
    return new SiteChange(id, subject, title, means, "", made);
  }
}
