/**
 * The partitions that Gnomon owns: their nodes and limits, and the files that define them and route
 * jobs to them. Steps that create or remove partitions belong in {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.partition;

import org.jspecify.annotations.NullMarked;
