/**
 * What limits of associations and QOS are. What Slurm calls them belongs to {@code
 * io.gnomon.slurm.accounts}, what they do to jobs to {@code io.gnomon.sim.limit}.
 */
@NullMarked
package io.gnomon.model.limits;

import org.jspecify.annotations.NullMarked;
