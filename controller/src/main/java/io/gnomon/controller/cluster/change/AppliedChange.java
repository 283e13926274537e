package io.gnomon.controller.cluster.change;

import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.feedback.Change;

/**
 * A change that Gnomon commanded and that is in force.
 *
 * @param command the command of the change
 * @param former the policy that it replaced, as the scheduler reported it; the simulated one is
 *     another if Gnomon does not know that policy
 * @param change its identity
 */
public record AppliedChange(ConfigRequested command, String former, Change change) {}
