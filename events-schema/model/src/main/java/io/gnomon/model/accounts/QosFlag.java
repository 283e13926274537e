package io.gnomon.model.accounts;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** {@code Flags} of a QOS that affect scheduling. Source: Slurm manual, sacctmgr. */
public enum QosFlag {
  /** Jobs that exceed a limit are refused at submission. */
  DENY_ON_LIMIT("DenyOnLimit"),
  /** Usage does not decay. */
  NO_DECAY("NoDecay"),
  /** Backfill reserves nothing for waiting jobs. */
  NO_RESERVE("NoReserve"),
  /** The limits of the QOS come before those of the QOS of the partition. */
  OVER_PARTITION_QOS("OverPartQOS"),
  /** {@code MaxNodes} of the partition does not apply. */
  PARTITION_MAX_NODES("PartitionMaxNodes"),
  /** {@code MinNodes} of the partition does not apply. */
  PARTITION_MIN_NODES("PartitionMinNodes"),
  /** {@code MaxTime} of the partition does not apply. */
  PARTITION_TIME_LIMIT("PartitionTimeLimit"),
  /** Jobs need a reservation. */
  REQUIRES_RESERVATION("RequiresReservation"),
  /** {@code UsageFactor} also applies to the time limit where limits on usage are safe. */
  USAGE_FACTOR_SAFE("UsageFactorSafe");

  /** Those with an effect on limits, which events carry. */
  public static final Set<QosFlag> OF_LIMITS = Set.of(DENY_ON_LIMIT, NO_DECAY, OVER_PARTITION_QOS);

  private final String text;

  QosFlag(String text) {
    this.text = text;
  }

  /** The flags with these texts, in any case and in the order of the texts; others are left out. */
  public static List<QosFlag> listed(Collection<String> texts) {
    return texts.stream()
        .flatMap(
            text ->
                Arrays.stream(values()).filter(flag -> flag.text.equalsIgnoreCase(text.strip())))
        .toList();
  }

  /** The flag as {@code sacctmgr} writes it. */
  public String text() {
    return text;
  }
}
