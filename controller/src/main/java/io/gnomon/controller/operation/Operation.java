package io.gnomon.controller.operation;

import io.gnomon.events.EventData;
import org.jspecify.annotations.Nullable;

/** What a person can have done to how a cluster is tuned. */
public sealed interface Operation {
  /**
   * Sets what may be done with a good alternative.
   *
   * @param mode from now on, or null for the one that is configured
   */
  record SetMode(@Nullable Mode mode) implements Operation {}

  /**
   * Forbids changes for a time, on the scheduler's clock.
   *
   * @param from its first second since the epoch, or {@link EventData#NONE} for now
   * @param until the first second after it, or {@link EventData#NONE} for no end
   */
  record BeginFreeze(long from, long until) implements Operation {}

  /**
   * Allows changes again.
   *
   * @param freeze the id of the freeze to lift, or null for all of them
   */
  record LiftFreeze(@Nullable String freeze) implements Operation {}

  /**
   * Carries out the open proposal.
   *
   * @param proposal its id
   * @param contentHash what the person saw, or null where that is not to be compared
   */
  record Approve(String proposal, @Nullable String contentHash) implements Operation {}

  /**
   * Drops the open proposal.
   *
   * @param proposal its id
   */
  record Reject(String proposal) implements Operation {}

  /** Goes back to what was in force before the last change. */
  record RollBack() implements Operation {}
}
