/**
 * What Slurm calls options and limits of associations and QOS, and how its texts become those of
 * the model: columns and options of sacctmgr, fields of slurmrestd. What limits do belongs
 * elsewhere.
 */
@NullMarked
package io.gnomon.slurm.accounts;

import org.jspecify.annotations.NullMarked;
