package io.gnomon.events;

import org.jspecify.annotations.Nullable;

/**
 * An entry of a snapshot that is not a valid job.
 *
 * @param job the scheduler's id of the job, or null if that is not valid either
 * @param problem what is wrong with it, with the place, the value and what is allowed
 */
public record InvalidJob(@Nullable String job, String problem) {}
