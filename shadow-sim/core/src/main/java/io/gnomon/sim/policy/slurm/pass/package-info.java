/**
 * What a backfill pass of Slurm tests, which jobs may reserve, and how long the pass takes. The
 * plan of a pass and its decisions are in the package above.
 */
@NullMarked
package io.gnomon.sim.policy.slurm.pass;

import org.jspecify.annotations.NullMarked;
