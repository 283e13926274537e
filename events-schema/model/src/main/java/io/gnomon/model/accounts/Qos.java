package io.gnomon.model.accounts;

import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A quality of service. Source: Slurm manual, sacctmgr, "Specifications for QOS".
 *
 * @param name its name
 * @param priority {@code Priority}; 0 for less
 * @param usageFactor {@code UsageFactor}, by which usage of its jobs is multiplied; at least 0,
 *     usually 1
 * @param limits its limits, where the scheduler enforces them
 * @param flags its flags
 * @param preempts the names of the QOS whose running jobs its jobs may preempt
 * @param preemptMode how its own running jobs are preempted
 * @param graceSeconds {@code GraceTime}: how long a job that is cancelled or requeued goes on at
 *     most; 0 for less
 */
public record Qos(
    String name,
    long priority,
    double usageFactor,
    Limits limits,
    Set<QosFlag> flags,
    List<String> preempts,
    PreemptMode preemptMode,
    int graceSeconds) {
  /** Copies the collections in their order. */
  public Qos {
    priority = Math.max(0, priority);
    graceSeconds = Math.max(0, graceSeconds);
    flags = Collections.unmodifiableSet(new LinkedHashSet<>(flags));
    preempts = List.copyOf(preempts);
  }

  /** A QOS without limits, flags and preemption, and with a usage factor of 1. */
  public static Qos of(String name, long priority) {
    return new Qos(name, priority, 1, Limits.NONE, Set.of(), List.of(), PreemptMode.CLUSTER, 0);
  }

  /** A copy with another priority. */
  public Qos withPriority(long other) {
    return new Qos(name, other, usageFactor, limits, flags, preempts, preemptMode, graceSeconds);
  }

  /** A copy with other limits. */
  public Qos withLimits(Limits others) {
    return new Qos(name, priority, usageFactor, others, flags, preempts, preemptMode, graceSeconds);
  }

  /** A copy with the flags that have an effect on limits alone, which events carry. */
  public Qos withFlagsOfLimits() {
    Set<QosFlag> kept = new LinkedHashSet<>(flags);
    kept.retainAll(QosFlag.OF_LIMITS);
    return new Qos(name, priority, usageFactor, limits, kept, preempts, preemptMode, graceSeconds);
  }

  /** Whether the usage of its jobs decays. */
  public boolean decays() {
    return !flags.contains(QosFlag.NO_DECAY);
  }

  /** Whether jobs that exceed a limit alone are refused at submission. */
  public boolean denies() {
    return flags.contains(QosFlag.DENY_ON_LIMIT);
  }

  /** Whether its limits come before those of the QOS of the partition. */
  public boolean precedesPartition() {
    return flags.contains(QosFlag.OVER_PARTITION_QOS);
  }
}
