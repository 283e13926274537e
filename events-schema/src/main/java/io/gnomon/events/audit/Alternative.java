package io.gnomon.events.audit;

import org.jspecify.annotations.Nullable;

/**
 * One configuration that a study simulated. It can be chosen unless it is excluded.
 *
 * @param policy the text form of its policy
 * @param meanSlowdown mean bounded slowdown until the horizon, over all scenarios
 * @param gainLow lower end of the 80 % interval of the forecast gain over the incumbent, a fraction
 *     of the incumbent's cost, or null
 * @param gainHigh upper end of the interval, or null
 * @param slowdownGainLow lower end of the 80 % interval of the fraction of the incumbent's mean
 *     bounded slowdown that it saves, or null
 * @param slowdownGainHigh upper end of that interval, or null
 * @param longestWait the longest wait of a job until the horizon in seconds, the mean over the
 *     scenarios, or null
 * @param excluded why it cannot be chosen, or null if it can
 * @param brokenGuard the name of the guard that it breaks, or null
 */
public record Alternative(
    String policy,
    double meanSlowdown,
    @Nullable Double gainLow,
    @Nullable Double gainHigh,
    @Nullable Double slowdownGainLow,
    @Nullable Double slowdownGainHigh,
    @Nullable Double longestWait,
    @Nullable ExclusionReason excluded,
    @Nullable String brokenGuard) {}
