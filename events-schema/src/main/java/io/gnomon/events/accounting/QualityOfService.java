package io.gnomon.events.accounting;

import io.gnomon.events.EventData;

/**
 * A quality of service.
 *
 * @param name its name
 * @param priority its priority, or {@link EventData#NONE} for 0
 * @param usageFactor the usage of its jobs is multiplied by it; at least 0, usually 1
 */
public record QualityOfService(String name, long priority, double usageFactor) {
  /** A quality of service that leaves usage as it is. */
  public QualityOfService(String name, long priority) {
    this(name, priority, 1);
  }
}
