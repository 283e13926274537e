package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A running or suspended job was requeued. It lost its progress and waits again.
 *
 * @param job the scheduler's id of the job
 * @param at when it was requeued
 * @param reason the reason as the scheduler states it, or null
 */
public record JobRequeued(String job, long at, @Nullable String reason) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_REQUEUED;
  }
}
