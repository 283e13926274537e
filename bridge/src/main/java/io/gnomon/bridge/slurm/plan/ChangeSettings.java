package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.slurm.limit.LimitRanges;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the administrator allows Gnomon to change in Slurm.
 *
 * @param applies whether plans are carried out; otherwise they are only shown
 * @param partition name of the partition whose jobs are divided or ordered, or null for the default
 *     partition
 * @param prefix of the names of partitions that Gnomon owns
 * @param maxPartitions the most partitions that Gnomon may create
 * @param script the job_submit.lua to write, or null for none
 * @param include the file that slurm.conf includes, or null for none; without it no partition is
 *     created
 * @param initialPolicy the policy that describes Slurm while Gnomon has changed nothing
 * @param ranges the limits of QOS and partitions that Gnomon may change
 * @param firstVersion version of the first configuration; unlike any version of an earlier bridge
 *     whose state was lost, so that none of the commands for that one fits
 */
public record ChangeSettings(
    boolean applies,
    @Nullable String partition,
    String prefix,
    int maxPartitions,
    @Nullable Path script,
    @Nullable Path include,
    String initialPolicy,
    LimitRanges ranges,
    long firstVersion) {}
