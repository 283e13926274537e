/**
 * The Slurm bridge as a program: its command line, settings, service loop and scheduler port.
 * Reading Slurm, mapping its queue and changing its configuration belong in the subpackages.
 */
@NullMarked
package io.gnomon.bridge.slurm;

import org.jspecify.annotations.NullMarked;
