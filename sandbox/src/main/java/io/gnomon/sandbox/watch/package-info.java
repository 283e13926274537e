/**
 * The command {@code watch}: the embedded broker, the Slurm bridge in dry run and the controller in
 * one process, beside a real Slurm or for a recorded queue. Nothing here changes a scheduler.
 */
@NullMarked
package io.gnomon.sandbox.watch;

import org.jspecify.annotations.NullMarked;
