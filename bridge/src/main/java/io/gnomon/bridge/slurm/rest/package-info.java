/**
 * Answers the bridge's queries by slurmrestd, with the data parser v0.0.42, so that no program of
 * Slurm is needed. What slurmrestd does not report is read from a copy of slurm.conf. It changes
 * nothing in Slurm.
 */
@NullMarked
package io.gnomon.bridge.slurm.rest;

import org.jspecify.annotations.NullMarked;
