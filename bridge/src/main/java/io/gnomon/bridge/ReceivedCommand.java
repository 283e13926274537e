package io.gnomon.bridge;

import io.gnomon.events.GnomonEvent;
import org.jspecify.annotations.Nullable;

/**
 * A record of the commands topic.
 *
 * @param problem why the record is not authentic, or null if it is
 */
public record ReceivedCommand(GnomonEvent event, @Nullable String problem) {}
