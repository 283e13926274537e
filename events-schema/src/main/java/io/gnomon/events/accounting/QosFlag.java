package io.gnomon.events.accounting;

import io.gnomon.events.WireEnum;

/** A flag of a QOS with an effect on limits. Source: manual of sacctmgr. */
public enum QosFlag implements WireEnum {
  /** {@code DenyOnLimit}: jobs that exceed a limit by themselves are refused. */
  DENY_ON_LIMIT,
  /** {@code NoDecay}: the usage that its limits on minutes count does not decay. */
  NO_DECAY,
  /** {@code OverPartQOS}: its limits come before those of the QOS of a partition. */
  OVER_PARTITION_QOS
}
