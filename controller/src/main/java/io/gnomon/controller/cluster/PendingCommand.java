package io.gnomon.controller.cluster;

import io.gnomon.events.ConfigRequested;

/**
 * A command that the scheduler has not answered.
 *
 * @param command as it was published
 */
public record PendingCommand(ConfigRequested command) {}
