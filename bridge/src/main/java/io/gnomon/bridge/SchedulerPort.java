package io.gnomon.bridge;

import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import java.util.function.Consumer;

/**
 * What any scheduler must offer to be tuned. The runner calls it from one thread; times are epoch
 * seconds of the scheduler's own clock.
 */
public interface SchedulerPort {
  /** The scheduler's clock. */
  long now();

  /** Capacity, what can be changed, and what is in force. */
  ClusterDeclared declare();

  /**
   * The whole queue as it is now, with every change that {@link #changes} has given and no other.
   *
   * @param reflectsSequence the sequence number to state, that of the last event told
   */
  ClusterSnapshot snapshot(long reflectsSequence);

  /**
   * Gives everything that has happened since the last call, in order, each once.
   *
   * @param lastSequence the number of the last event told; those that are given now follow it. In
   *     the first call of a process it is the last number that is on the topic, so that a port that
   *     keeps what it gives knows what a crash has kept from the topic
   */
  void changes(long lastSequence, Consumer<EventData> told);

  /** What is in force, read back from the scheduler. */
  Configuration configuration();

  /**
   * Puts a configuration in force, wholly or not at all, also when the process ends within. What it
   * starts or moves is among the next {@link #changes}.
   *
   * @param configuration a policy in text form and the version that it gets
   * @throws CannotApplyException where the scheduler refuses or cannot; nothing has changed then
   */
  void apply(Configuration configuration) throws CannotApplyException;
}
