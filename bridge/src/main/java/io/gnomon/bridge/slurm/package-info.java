/**
 * The bridge to a Slurm: its port, its settings, the loop that keeps it running and its command.
 * How Slurm is read is in {@code read}, how it is changed in {@code apply}.
 */
@NullMarked
package io.gnomon.bridge.slurm;

import org.jspecify.annotations.NullMarked;
