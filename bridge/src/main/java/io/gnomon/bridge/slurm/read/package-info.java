/**
 * What a Slurm says of itself, read by its own client programs, and what that means in Gnomon's
 * words: the queue, the capacity, and what has changed in between. Nothing is changed in Slurm.
 */
@NullMarked
package io.gnomon.bridge.slurm.read;

import org.jspecify.annotations.NullMarked;
