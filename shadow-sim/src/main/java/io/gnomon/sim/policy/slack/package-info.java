/**
 * Slack-based priority backfilling (talby1999): a job may be delayed by as much as its slack if the
 * schedule becomes cheaper. What a schedule costs and how another is looked for live here; the
 * profile of free processors does not.
 */
@NullMarked
package io.gnomon.sim.policy.slack;

import org.jspecify.annotations.NullMarked;
