package io.gnomon.slurm.value;

/**
 * Memory that a job requested.
 *
 * @param mebibytes 0 for none or all of a node
 * @param per to what the amount applies
 */
public record RequestedMemory(long mebibytes, Per per) {
  /** No memory. */
  public static final RequestedMemory NONE = new RequestedMemory(0, Per.JOB);

  /** To what an amount applies. */
  public enum Per {
    /** Each node: {@code 4000Mn}, up to Slurm 21.02. */
    NODE,
    /** Each CPU: {@code 2000Mc}, up to Slurm 21.02. */
    CPU,
    /** The whole job, from Slurm 21.08. */
    JOB
  }

  /**
   * Reads {@code ReqMem}.
   *
   * @throws IllegalArgumentException for a text that is not an amount
   */
  public static RequestedMemory parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    char last = text.charAt(text.length() - 1);
    String amount = text.substring(0, text.length() - 1);
    return switch (last) {
      case 'n' -> new RequestedMemory(Amount.parse(amount).mebibytes(), Per.NODE);
      case 'c' -> new RequestedMemory(Amount.parse(amount).mebibytes(), Per.CPU);
      default -> new RequestedMemory(Amount.parse(text).mebibytes(), Per.JOB);
    };
  }
}
