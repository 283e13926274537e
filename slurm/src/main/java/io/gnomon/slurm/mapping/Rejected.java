package io.gnomon.slurm.mapping;

/** What becomes of a value that is not understood. */
@FunctionalInterface
public interface Rejected {
  /** Rejects the whole. */
  Rejected THROW =
      (key, item, why) -> {
        throw new IllegalArgumentException(why);
      };

  /**
   * Called for a value, which is then left out.
   *
   * @param key name of the parameter
   * @param item the value, or the item of a list
   * @param why message that names the value and what is allowed
   */
  void accept(String key, String item, String why);
}
