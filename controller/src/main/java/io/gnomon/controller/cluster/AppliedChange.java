package io.gnomon.controller.cluster;

import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.ReviewResult;

/**
 * A change that Gnomon commanded and that is in force.
 *
 * @param command the command of the change
 * @param former the policy that it replaced
 * @param since the second of the cluster state at which it came into force
 */
public record AppliedChange(ConfigRequested command, String former, int since) {
  /** Whether a review is the one of this change. */
  boolean isSubjectOf(ReviewResult review) {
    return review.made() && review.since() == since;
  }
}
