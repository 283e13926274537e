/**
 * Maps the jobs, nodes and partitions of a Slurm cluster to the jobs and the capacity of Gnomon's
 * model. It only interprets records: running programs belongs in {@code client}, and finding out
 * what has changed in {@code io.gnomon.bridge.polling}.
 */
@NullMarked
package io.gnomon.bridge.slurm.queue;

import org.jspecify.annotations.NullMarked;
