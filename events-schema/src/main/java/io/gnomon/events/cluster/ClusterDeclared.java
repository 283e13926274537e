package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Declares a cluster. It is the first event of a cluster and is sent again when a field changes.
 *
 * @param at the scheduler's clock
 * @param processors the capacity
 * @param timeOrigin the earliest time in any event of the cluster, or {@link #NONE} for {@code at}
 * @param scheduler name and version of the scheduler, or null
 * @param capabilities the accepted settings; null for a cluster that can only be observed
 * @param configuration the configuration in force, or null where unknown
 */
public record ClusterDeclared(
    long at,
    int processors,
    long timeOrigin,
    @Nullable String scheduler,
    @Nullable Capabilities capabilities,
    @Nullable Configuration configuration)
    implements EventData {
  @Override
  public EventType type() {
    return EventType.CLUSTER_DECLARED;
  }
}
