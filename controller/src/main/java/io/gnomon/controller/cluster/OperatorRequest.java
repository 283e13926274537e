package io.gnomon.controller.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What a person asks of a cluster.
 *
 * @param id that their client gave it, so that a repetition is known, or null
 * @param operator who asks
 * @param reason why
 * @param operation what is to be done
 */
public record OperatorRequest(
    @Nullable String id, String operator, String reason, Operation operation) {}
