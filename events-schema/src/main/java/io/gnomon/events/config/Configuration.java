package io.gnomon.events.config;

/**
 * The configuration of a scheduler, as far as Gnomon can tune it.
 *
 * @param policy the text form of the policy, such as {@code multi-queue(boundaries=600/3600,
 *     partitions=3)}
 * @param version grows with every change, including those of administrators
 */
public record Configuration(String policy, long version) {}
