/**
 * Policies that suspend running jobs: selective suspension, optionally tuned, and immediate
 * service, with the overhead of suspension. {@code ProcessorMap} records the placement of jobs.
 */
@NullMarked
package io.gnomon.sim.policy.preempt;

import org.jspecify.annotations.NullMarked;
