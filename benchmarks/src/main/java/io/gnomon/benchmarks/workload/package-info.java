/**
 * Arrivals of jobs that keep the number of waiting and running jobs steady. Recorded traces are in
 * the parent package.
 */
@NullMarked
package io.gnomon.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
