/**
 * Limits of associations and QOS as Slurm enforces them. The package knows no files and no policy.
 */
@NullMarked
package io.gnomon.sim.limit;

import org.jspecify.annotations.NullMarked;
