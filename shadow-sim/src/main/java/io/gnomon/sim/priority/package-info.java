/**
 * Slurm's multifactor priority: associations and their shares, decayed usage, fair share, and the
 * factors of a job. It has no part in scheduling decisions and reads no files.
 */
@NullMarked
package io.gnomon.sim.priority;

import org.jspecify.annotations.NullMarked;
