package io.gnomon.sim.workload.sacct;

import io.gnomon.sim.workload.sacct.value.TresAmounts;
import io.gnomon.slurm.value.JobNumber;
import io.gnomon.slurm.value.RequestedMemory;
import io.gnomon.slurm.value.SlurmJobState;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A job of an export. Times are epoch seconds; texts are empty where the export has none.
 *
 * @param line its line in the file
 * @param number as printed
 * @param id number that tasks and components do not share, if the export has {@code JobIDRaw}; else
 *     that of {@code number}
 * @param name of the job
 * @param user name
 * @param account name
 * @param partition in which it ran; several, joined by commas, for a job that has not started
 * @param qos name
 * @param reservation in which it ran
 * @param constraints features that it requested, as with {@code sbatch --constraint}
 * @param nodeList nodes that it had
 * @param state at the time of the export
 * @param submit its submission
 * @param eligible when it could have started, with enough resources
 * @param start empty if it has not started
 * @param end empty if it has not ended
 * @param elapsedSeconds for which it ran, without suspension; 0 if it has not started
 * @param limitSeconds its time limit; empty for that of its partition, {@link Integer#MAX_VALUE}
 *     for none
 * @param requestedNodes fewest nodes that it requested, 0 if unknown
 * @param nodes that it had, 0 for none
 * @param requestedCpus 0 if unknown
 * @param cpus that it had, 0 for none
 * @param memory that it requested
 * @param requested resources as requested
 * @param allocated resources that it had
 */
public record SacctRecord(
    long line,
    JobNumber number,
    long id,
    String name,
    String user,
    String account,
    String partition,
    String qos,
    String reservation,
    String constraints,
    String nodeList,
    SlurmJobState state,
    long submit,
    OptionalLong eligible,
    OptionalLong start,
    OptionalLong end,
    int elapsedSeconds,
    OptionalInt limitSeconds,
    int requestedNodes,
    int nodes,
    int requestedCpus,
    int cpus,
    RequestedMemory memory,
    TresAmounts requested,
    TresAmounts allocated) {}
