package io.gnomon.events.accounting;

import io.gnomon.events.EventData;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.machine.PreemptMode;
import java.util.List;

/**
 * A quality of service.
 *
 * @param name its name
 * @param priority its priority, or {@link EventData#NONE} for 0
 * @param usageFactor the usage of its jobs is multiplied by it; at least 0, usually 1
 * @param limits its limits, where the scheduler enforces them
 * @param flags its flags
 * @param preempts the names of the QOS whose running jobs its jobs may preempt
 * @param preemptMode how its own running jobs are preempted
 * @param graceSeconds how long a job that is cancelled or requeued goes on at most, in seconds, or
 *     {@link EventData#NONE}
 */
public record QualityOfService(
    String name,
    long priority,
    double usageFactor,
    List<ResourceLimit> limits,
    List<QosFlag> flags,
    List<String> preempts,
    PreemptMode preemptMode,
    int graceSeconds) {
  /** Copies lists that are not immutable. */
  public QualityOfService {
    limits = List.copyOf(limits);
    flags = List.copyOf(flags);
    preempts = List.copyOf(preempts);
  }

  /** A quality of service without limits, flags and preemption. */
  public QualityOfService(String name, long priority, double usageFactor) {
    this(
        name,
        priority,
        usageFactor,
        List.of(),
        List.of(),
        List.of(),
        PreemptMode.CLUSTER,
        EventData.NONE);
  }

  /** A quality of service that leaves usage as it is. */
  public QualityOfService(String name, long priority) {
    this(name, priority, 1);
  }
}
