/**
 * Orders pending jobs by nice values: the value of each job, which jobs are left alone, and what is
 * restored. Policies are parsed in {@code policy}; the values are set by steps of {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.order;

import org.jspecify.annotations.NullMarked;
