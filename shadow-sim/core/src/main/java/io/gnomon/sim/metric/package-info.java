/**
 * Metrics of schedules: waits, slowdowns, utilisation and the slowdown ratio of two schedules, over
 * all jobs, by category and by week, and of the jobs that completed recently in a live cluster.
 * Simulation and output are elsewhere.
 */
@NullMarked
package io.gnomon.sim.metric;

import org.jspecify.annotations.NullMarked;
