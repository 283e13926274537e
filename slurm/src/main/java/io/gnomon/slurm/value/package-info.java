/**
 * Single values as Slurm writes them: host lists, times, amounts, resources, states. Each has one
 * reader here. Lines, tables and files belong in {@code listing}; what a value means in one
 * module's model, in that module.
 */
@NullMarked
package io.gnomon.slurm.value;

import org.jspecify.annotations.NullMarked;
