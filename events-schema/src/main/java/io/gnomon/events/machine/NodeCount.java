package io.gnomon.events.machine;

import io.gnomon.events.EventData;

/**
 * How many nodes a job can use.
 *
 * @param min the minimum, at least 1
 * @param max the maximum, at least {@code min}, or {@link EventData#NONE} if there is none
 */
public record NodeCount(int min, int max) {}
