/**
 * Policies that suspend running jobs: selective suspension, tuned or not, and immediate service;
 * and what suspension costs. Where jobs stand on the machine is kept by {@code ProcessorMap}.
 */
@NullMarked
package io.gnomon.sim.policy.preempt;

import org.jspecify.annotations.NullMarked;
