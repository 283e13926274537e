package io.gnomon.bridge;

import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;

/**
 * The operations that a scheduler must provide to be tuned. The runner calls them from one thread.
 * Times are epoch seconds of the scheduler's own clock.
 */
public interface SchedulerPort {
  /** Returns the scheduler's clock. No later event may have an earlier time. */
  long now();

  /** Returns the capacity, what can be configured, and the configuration in force. */
  ClusterDeclared declare();

  /**
   * Returns the whole queue, with exactly the changes that {@link #changes} has emitted so far.
   *
   * @param reflectsSequence number of the last published event, to be stated in the snapshot
   */
  ClusterSnapshot snapshot(long reflectsSequence);

  /**
   * Emits everything that has happened since the last call, in order and each event once.
   *
   * @param lastSequence number of the last published event; the emitted events follow it. In the
   *     first call of a process it is the last number on the topic, from which a port that stores
   *     its events show which of them a crash kept from being published
   * @param sink receives the events
   */
  void changes(long lastSequence, ChangeSink sink);

  /** Returns the configuration in force, read back from the scheduler. */
  Configuration configuration();

  /**
   * Puts a configuration in force, entirely or not at all, even if the process ends meanwhile. Jobs
   * that it starts or moves are among the next {@link #changes}.
   *
   * @param configuration a policy in text form, and the version it gets
   * @throws CannotApplyException if the configuration was not put in force; nothing has changed
   */
  void apply(Configuration configuration) throws CannotApplyException;
}
