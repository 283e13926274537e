package io.gnomon.events.audit;

import org.jspecify.annotations.Nullable;

/**
 * The review of a past change: both policies were simulated from the state at the change, with the
 * jobs that have arrived since.
 *
 * @param from the policy in force before the change
 * @param to the policy that the change put in force, or would have
 * @param decided when the change was decided on, the time of its decision's record
 * @param since the start of the reviewed period
 * @param until its end
 * @param made whether the change was made; if not, it was only recommended
 * @param gain the fraction of the cost that the change saved or would have saved, negative for a
 *     loss; null if there were no jobs to compare
 * @param result whether the change made things worse
 */
public record RecordedReview(
    String from,
    String to,
    long decided,
    long since,
    long until,
    boolean made,
    @Nullable Double gain,
    ReviewVerdict result) {}
