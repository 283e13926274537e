/**
 * Workloads: job logs as immutable columns, the Standard Workload Format, the rules that adapt a
 * log to a machine, and models that generate logs. Scheduling and metrics are elsewhere.
 */
@NullMarked
package io.gnomon.sim.workload;

import org.jspecify.annotations.NullMarked;
