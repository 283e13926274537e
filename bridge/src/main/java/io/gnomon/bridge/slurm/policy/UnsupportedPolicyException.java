package io.gnomon.bridge.slurm.policy;

/** Slurm cannot be configured to act like a policy; the message says which policies it supports. */
public final class UnsupportedPolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  UnsupportedPolicyException(String message) {
    super(message);
  }
}
