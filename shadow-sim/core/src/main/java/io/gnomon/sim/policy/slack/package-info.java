/**
 * Slack-based priority backfilling (talby1999): a job may be delayed by as much as its slack if the
 * schedule becomes cheaper. Contains the price of a schedule and the search for a cheaper one.
 */
@NullMarked
package io.gnomon.sim.policy.slack;

import org.jspecify.annotations.NullMarked;
