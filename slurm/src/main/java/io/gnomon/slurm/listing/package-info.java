/**
 * What Slurm's programs print as a whole: records of scontrol, tables of sacctmgr and sshare.
 * Single values belong in {@code value}; what a table means in one module's model, in that module.
 */
@NullMarked
package io.gnomon.slurm.listing;

import org.jspecify.annotations.NullMarked;
