package io.gnomon.bridge.slurm.apply;

/** Slurm has nothing that would be this policy; the message says what it can be set to. */
final class UnmappedPolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  UnmappedPolicyException(String message) {
    super(message);
  }
}
