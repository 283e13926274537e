/**
 * What a policy means in terms of Slurm: partitions by time limit, SchedulerParameters, or a job
 * order; and which policies a Slurm cluster can declare. Values only; nothing here runs a program
 * or changes Slurm.
 */
@NullMarked
package io.gnomon.bridge.slurm.policy;

import org.jspecify.annotations.NullMarked;
