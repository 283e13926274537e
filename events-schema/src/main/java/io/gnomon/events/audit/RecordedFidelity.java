package io.gnomon.events.audit;

import io.gnomon.events.EventData;
import org.jspecify.annotations.Nullable;

/**
 * How well the model has predicted what the scheduler did, by the time of a decision. The shares
 * and ratios are null while no job has been compared.
 *
 * @param trusted whether the model is trusted
 * @param jobs the number of compared jobs
 * @param requiredJobs the number of jobs that trust needs; 0 if the model is always trusted
 * @param waitError the mean absolute difference of the waits relative to the mean wait, or null
 * @param waitBias the mean predicted wait minus the mean wait, relative to the mean wait, or null
 * @param startedEarlier the share of jobs that started before predicted, or null
 * @param startedLater the share of jobs that started after predicted, or null
 * @param comparedSeconds the time that this evaluation has compared, or {@link EventData#NONE} if
 *     it compared nothing
 */
public record RecordedFidelity(
    boolean trusted,
    long jobs,
    long requiredJobs,
    @Nullable Double waitError,
    @Nullable Double waitBias,
    @Nullable Double startedEarlier,
    @Nullable Double startedLater,
    long comparedSeconds) {}
