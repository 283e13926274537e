package io.gnomon.bridge.slurm.plan;

/**
 * A value that Gnomon has set in Slurm.
 *
 * @param value what Gnomon has set, as Slurm prints it
 * @param former the site's own value at that time
 */
public record AppliedSetting(String value, String former) {
  /**
   * Returns the site's own value.
   *
   * @param present the present value; if it is not Gnomon's, someone else has set it since
   */
  String own(String present) {
    return present.equals(value) ? former : present;
  }
}
