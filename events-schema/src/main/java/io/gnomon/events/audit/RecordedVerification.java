package io.gnomon.events.audit;

/**
 * The comparison of the last change with its prediction, made at the first evaluation that follows
 * it. Slowdowns are mean bounded slowdowns.
 *
 * @param command the command that made the change
 * @param observedSlowdown the slowdown observed after the change
 * @param predictedSlowdown the slowdown predicted with the change
 * @param incumbentSlowdown the slowdown predicted without the change
 * @param result whether the change realised a gain
 */
public record RecordedVerification(
    String command,
    double observedSlowdown,
    double predictedSlowdown,
    double incumbentSlowdown,
    VerificationResult result) {}
