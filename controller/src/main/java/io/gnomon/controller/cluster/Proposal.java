package io.gnomon.controller.cluster;

import io.gnomon.events.config.ConfigRequested;

/**
 * A change that waits for a person.
 *
 * @param id its name
 * @param command what is published, exactly so, once it is approved
 */
public record Proposal(String id, ConfigRequested command) {}
