package io.gnomon.sim.priority.fairshare;

import java.util.Arrays;

/**
 * Usage of each association in weighted TRES seconds, which decays with time. Usage of a user
 * counts for the accounts above it too. Not thread-safe.
 *
 * <p>Source: Slurm manual, multifactor priority, "Fairshare Factor", and slurm.conf, {@code
 * PriorityDecayHalfLife}. Per second Slurm keeps 1 − 0.693 / half-life, so usage halves in a
 * half-life to 0.03 % when that is at least 10 minutes.
 */
public final class DecayedUsage {
  private static final double LN_2 = 0.693;

  private final AssociationTree tree;
  private final double keptPerSecond;
  private final double[] usage;

  /**
   * Creates a history without usage.
   *
   * @param halfLifeSeconds {@code PriorityDecayHalfLife}; 0: usage does not decay
   */
  public DecayedUsage(AssociationTree tree, long halfLifeSeconds) {
    if (halfLifeSeconds < 0) {
      throw new IllegalArgumentException(
          "half-life is " + halfLifeSeconds + " s; it must be at least 0");
    }
    this.tree = tree;
    keptPerSecond = halfLifeSeconds == 0 ? 1 : Math.max(0, 1 - LN_2 / halfLifeSeconds);
    usage = new double[tree.size()];
  }

  private DecayedUsage(AssociationTree tree, double keptPerSecond, double[] usage) {
    this.tree = tree;
    this.keptPerSecond = keptPerSecond;
    this.usage = usage;
  }

  /** An independent copy. */
  public DecayedUsage copy() {
    return new DecayedUsage(tree, keptPerSecond, usage.clone());
  }

  /**
   * A copy that decays with another half-life, see {@link #DecayedUsage(AssociationTree, long)}.
   */
  public DecayedUsage withHalfLife(long halfLifeSeconds) {
    DecayedUsage other = new DecayedUsage(tree, halfLifeSeconds);
    System.arraycopy(usage, 0, other.usage, 0, usage.length);
    return other;
  }

  /** The associations. */
  public AssociationTree tree() {
    return tree;
  }

  /** Usage of an association and those below it, in weighted TRES seconds. */
  public double of(int association) {
    return usage[association];
  }

  /** The part of usage that is kept after that many seconds, from 0 to 1. */
  public double kept(long seconds) {
    return Math.pow(keptPerSecond, seconds);
  }

  /**
   * Adds usage to an association and to the accounts above it.
   *
   * @param tresSeconds weighted TRES seconds, at least 0
   */
  public void add(int association, double tresSeconds) {
    if (!(tresSeconds >= 0)) {
      throw new IllegalArgumentException("usage is " + tresSeconds + "; it must be at least 0");
    }
    for (int index = association; index >= 0; index = tree.parent(index)) {
      usage[index] += tresSeconds;
    }
  }

  /**
   * Replaces all usage.
   *
   * @param replacement weighted TRES seconds by index of the association, at least 0; those of an
   *     account include its users
   * @throws IllegalArgumentException if the length is not the number of associations, or a value is
   *     below 0
   */
  public void set(double[] replacement) {
    if (replacement.length != usage.length) {
      throw new IllegalArgumentException(
          "usage of %d associations is given; there are %d"
              .formatted(replacement.length, usage.length));
    }
    for (double tresSeconds : replacement) {
      if (!(tresSeconds >= 0)) {
        throw new IllegalArgumentException("usage is " + tresSeconds + "; it must be at least 0");
      }
    }
    System.arraycopy(replacement, 0, usage, 0, usage.length);
  }

  /** Usage by index of the association, as a copy. */
  public double[] toArray() {
    return usage.clone();
  }

  /** Decays all usage by that many seconds. */
  public void decay(long seconds) {
    double kept = kept(seconds);
    for (int index = 0; index < usage.length; index++) {
      usage[index] *= kept;
    }
  }

  /** Sets all usage to 0, as {@code PriorityUsageResetPeriod} does. */
  public void reset() {
    Arrays.fill(usage, 0);
  }
}
