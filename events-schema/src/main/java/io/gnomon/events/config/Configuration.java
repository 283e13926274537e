package io.gnomon.events.config;

/**
 * A scheduler's configuration, as far as it can be tuned.
 *
 * @param policy the text form of the policy, such as {@code multi-queue(boundaries=600/3600,
 *     partitions=3)}
 * @param version grows with every change, by whomever
 */
public record Configuration(String policy, long version) {}
