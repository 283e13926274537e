package io.gnomon.controller.cluster.change;

import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;

/**
 * A command that the scheduler has not answered.
 *
 * @param command the command as published
 * @param former the configuration in force when the command was published; a scheduler may declare
 *     the new configuration before it answers
 */
public record PendingCommand(ConfigRequested command, Configuration former) {}
