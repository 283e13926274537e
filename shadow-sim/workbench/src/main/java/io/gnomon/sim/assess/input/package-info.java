/**
 * What a site with Slurm is simulated with: its recorded jobs and its files. Formats belong to
 * {@code workload}, options to {@code cli}.
 */
@NullMarked
package io.gnomon.sim.assess.input;

import org.jspecify.annotations.NullMarked;
