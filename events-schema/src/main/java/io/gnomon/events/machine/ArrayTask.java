package io.gnomon.events.machine;

import io.gnomon.events.EventData;

/**
 * The job array that a job belongs to.
 *
 * @param id the scheduler's id of the array
 * @param limit the maximum number of its jobs that run at a time, or {@link EventData#NONE}
 */
public record ArrayTask(String id, int limit) {}
