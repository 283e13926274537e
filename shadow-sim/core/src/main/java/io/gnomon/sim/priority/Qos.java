package io.gnomon.sim.priority;

import io.gnomon.model.accounts.QosFlag;
import io.gnomon.sim.machine.PreemptionRule;
import java.util.Set;

/**
 * A quality of service, without its limits. Source: Slurm manual, sacctmgr, "Specifications for
 * QOS".
 *
 * @param priority {@code Priority}, at least 0
 * @param usageFactor {@code UsageFactor}, by which usage of its jobs is multiplied; at least 0
 * @param preempts the QOS whose jobs its jobs can preempt
 * @param preemption how its jobs are preempted
 */
public record Qos(
    String name,
    long priority,
    double usageFactor,
    Set<QosFlag> flags,
    Set<String> preempts,
    PreemptionRule preemption) {
  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException for an empty name or a value out of range
   */
  public Qos {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a QOS has no name");
    }
    if (priority < 0 || !(usageFactor >= 0)) {
      throw new IllegalArgumentException(
          "QOS '%s' has priority %d and usage factor %s; each must be at least 0"
              .formatted(name, priority, usageFactor));
    }
    flags = Set.copyOf(flags);
    preempts = Set.copyOf(preempts);
  }

  /** A QOS without preemption and flags, and with a usage factor of 1. */
  public static Qos of(String name, long priority) {
    return new Qos(name, priority, 1, Set.of(), Set.of(), PreemptionRule.DEFAULT);
  }

  /** This QOS with another priority. */
  public Qos withPriority(long other) {
    return new Qos(name, other, usageFactor, flags, preempts, preemption);
  }

  /** Whether a flag is set. */
  public boolean has(QosFlag flag) {
    return flags.contains(flag);
  }
}
