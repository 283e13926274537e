package io.gnomon.controller.cluster.change;

import io.gnomon.events.config.ConfigRequested;

/**
 * A change that needs an operator's approval.
 *
 * @param id the id of the proposal
 * @param command the command that is published unchanged on approval
 */
public record Proposal(String id, ConfigRequested command) {}
