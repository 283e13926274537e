/**
 * What Slurm calls limits of associations and QOS: columns, options of sacctmgr, fields of
 * slurmrestd. Values and what limits do belong elsewhere.
 */
@NullMarked
package io.gnomon.slurm.limit;

import org.jspecify.annotations.NullMarked;
