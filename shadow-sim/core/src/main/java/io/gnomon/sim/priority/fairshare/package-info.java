/**
 * Associations and their shares, the decayed usage of their jobs, and both of Slurm's algorithms of
 * fair share. The other factors of a job's priority are in the package above.
 */
@NullMarked
package io.gnomon.sim.priority.fairshare;

import org.jspecify.annotations.NullMarked;
