package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.machine.DeclaredMachine;
import org.jspecify.annotations.Nullable;

/**
 * Declares a cluster. It is the first event of a cluster and is sent again when a field changes.
 *
 * @param at the scheduler's clock
 * @param processors the capacity; with a {@code machine}, the CPUs of the nodes that are up
 * @param timeOrigin the earliest time in any event of the cluster, or {@link #NONE} for {@code at}
 * @param scheduler name and version of the scheduler, or null
 * @param capabilities the accepted settings; null for a cluster that can only be observed
 * @param configuration the configuration in force, or null where unknown
 * @param machine its nodes, or null if only {@code processors} is known
 * @param accounting its accounts, or null if unknown
 */
public record ClusterDeclared(
    long at,
    int processors,
    long timeOrigin,
    @Nullable String scheduler,
    @Nullable Capabilities capabilities,
    @Nullable Configuration configuration,
    @Nullable DeclaredMachine machine,
    @Nullable Accounting accounting)
    implements EventData {
  /** Declares a cluster known by its processors only. */
  public ClusterDeclared(
      long at,
      int processors,
      long timeOrigin,
      @Nullable String scheduler,
      @Nullable Capabilities capabilities,
      @Nullable Configuration configuration) {
    this(at, processors, timeOrigin, scheduler, capabilities, configuration, null);
  }

  /** Declares a cluster whose accounts are not known. */
  public ClusterDeclared(
      long at,
      int processors,
      long timeOrigin,
      @Nullable String scheduler,
      @Nullable Capabilities capabilities,
      @Nullable Configuration configuration,
      @Nullable DeclaredMachine machine) {
    this(at, processors, timeOrigin, scheduler, capabilities, configuration, machine, null);
  }

  /** A copy with another machine. */
  public ClusterDeclared withMachine(@Nullable DeclaredMachine other) {
    return new ClusterDeclared(
        at, processors, timeOrigin, scheduler, capabilities, configuration, other, accounting);
  }

  /** A copy with other accounts. */
  public ClusterDeclared withAccounting(@Nullable Accounting other) {
    return new ClusterDeclared(
        at, processors, timeOrigin, scheduler, capabilities, configuration, machine, other);
  }

  @Override
  public EventType type() {
    return EventType.CLUSTER_DECLARED;
  }
}
