/**
 * How a Slurm is set to a configuration: what must be there, a plan of steps with their undoing, a
 * journal of it on disk, and the reading back. Only objects that Gnomon owns are made or removed.
 */
@NullMarked
package io.gnomon.bridge.slurm.apply;

import org.jspecify.annotations.NullMarked;
