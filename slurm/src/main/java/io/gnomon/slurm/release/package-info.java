/**
 * Releases of Slurm and the table of what differs between them. What a parameter means is in {@code
 * io.gnomon.slurm.parameter}.
 */
@NullMarked
package io.gnomon.slurm.release;

import org.jspecify.annotations.NullMarked;
