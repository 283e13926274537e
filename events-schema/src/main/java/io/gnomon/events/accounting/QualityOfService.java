package io.gnomon.events.accounting;

import io.gnomon.events.EventData;
import java.util.List;

/**
 * A quality of service.
 *
 * @param name its name
 * @param priority its priority, or {@link EventData#NONE} for 0
 * @param usageFactor the usage of its jobs is multiplied by it; at least 0, usually 1
 * @param limits its limits, where the scheduler enforces them
 * @param flags its flags
 */
public record QualityOfService(
    String name,
    long priority,
    double usageFactor,
    List<ResourceLimit> limits,
    List<QosFlag> flags) {
  /** Copies lists that are not immutable. */
  public QualityOfService {
    limits = List.copyOf(limits);
    flags = List.copyOf(flags);
  }

  /** A quality of service without limits and flags. */
  public QualityOfService(String name, long priority, double usageFactor) {
    this(name, priority, usageFactor, List.of(), List.of());
  }

  /** A quality of service that leaves usage as it is. */
  public QualityOfService(String name, long priority) {
    this(name, priority, 1);
  }
}
