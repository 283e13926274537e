/**
 * Runs squeue, scontrol, sdiag, sacctmgr and sshare, and answers the bridge's queries with what
 * they print. Records belong in {@code client}, which commands change Slurm in {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.programs;

import org.jspecify.annotations.NullMarked;
