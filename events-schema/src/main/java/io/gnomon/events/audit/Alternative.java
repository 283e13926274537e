package io.gnomon.events.audit;

import org.jspecify.annotations.Nullable;

/**
 * One simulated configuration of a decision.
 *
 * @param policy its text form
 * @param meanSlowdown mean bounded slowdown over the horizon, over all futures
 * @param gainLow lower end of the interval of the paired gain over the incumbent, or null
 * @param gainHigh its upper end, or null
 */
public record Alternative(
    String policy, double meanSlowdown, @Nullable Double gainLow, @Nullable Double gainHigh) {}
