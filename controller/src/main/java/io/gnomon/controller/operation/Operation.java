package io.gnomon.controller.operation;

import io.gnomon.events.EventData;
import org.jspecify.annotations.Nullable;

/** A change by an operator to the tuning of a cluster. */
public sealed interface Operation {
  /**
   * Sets the mode.
   *
   * @param mode the new mode, or null for the configured one
   */
  record SetMode(@Nullable Mode mode) implements Operation {}

  /**
   * Freezes changes for a period of the scheduler's clock.
   *
   * @param from the first epoch second, or {@link EventData#NONE} for now
   * @param until the first epoch second after the freeze, or {@link EventData#NONE} for no end
   */
  record BeginFreeze(long from, long until) implements Operation {}

  /**
   * Lifts freezes.
   *
   * @param freeze the id of the freeze, or null for all freezes
   */
  record LiftFreeze(@Nullable String freeze) implements Operation {}

  /**
   * Approves the open proposal.
   *
   * @param proposal the id of the proposal
   * @param contentHash the hash of the content that the operator reviewed, or null to skip the
   *     check
   */
  record Approve(String proposal, @Nullable String contentHash) implements Operation {}

  /**
   * Rejects the open proposal.
   *
   * @param proposal the id of the proposal
   */
  record Reject(String proposal) implements Operation {}

  /** Rolls back the last change. */
  record RollBack() implements Operation {}
}
