/**
 * Runs squeue, scontrol and sdiag and parses their output into records with Slurm's own names and
 * units. Interpreting these records in terms of Gnomon's model belongs in {@code queue}, composing
 * changes in {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.client;

import org.jspecify.annotations.NullMarked;
