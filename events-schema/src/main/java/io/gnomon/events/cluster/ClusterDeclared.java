package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A cluster presents itself; the first event of a cluster, and again whenever this changes.
 *
 * @param at the scheduler's clock
 * @param processors the capacity
 * @param timeOrigin the earliest second that any event will name, or {@link #NONE} for {@code at}
 * @param scheduler name and version of the scheduler, or null
 * @param capabilities what can be configured; null for a cluster that can only be watched
 * @param configuration what is in force, or null where unknown
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
