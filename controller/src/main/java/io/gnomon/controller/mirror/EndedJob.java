package io.gnomon.controller.mirror;

/**
 * A job that has ended. Times are epoch seconds.
 *
 * @param submittedAt when it was submitted
 * @param startedAt when it started, -1 if it did not
 * @param endedAt when it ended
 * @param processors that it held, or requested if it did not start
 * @param estimateSeconds its time limit
 * @param cancelled whether it was cancelled rather than completed
 */
public record EndedJob(
    long submittedAt,
    long startedAt,
    long endedAt,
    int processors,
    int estimateSeconds,
    boolean cancelled) {}
