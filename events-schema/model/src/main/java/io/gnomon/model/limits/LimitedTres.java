package io.gnomon.model.limits;

/** A TRES, as far as Slurm's reasons for waiting differ. */
public enum LimitedTres {
  /** Processors. */
  CPU,
  /** Memory. */
  MEMORY,
  /** Nodes. */
  NODE,
  /** What jobs are billed. */
  BILLING,
  /** Generic resources such as GPUs. */
  GRES,
  /** Licences. */
  LICENSE,
  /** Any for which there is no reason of its own. */
  OTHER;

  /** That of a name such as {@code mem} or {@code gres/gpu}. */
  public static LimitedTres of(String tres) {
    return switch (tres) {
      case "cpu" -> CPU;
      case "mem" -> MEMORY;
      case "node" -> NODE;
      case "billing" -> BILLING;
      default -> tres.startsWith("license/") ? LICENSE : GRES;
    };
  }
}
