/**
 * Slurm's multifactor priority: its settings, the accounts of jobs, and the factors of a job. It
 * has no part in scheduling decisions and reads no files.
 */
@NullMarked
package io.gnomon.sim.priority;

import org.jspecify.annotations.NullMarked;
