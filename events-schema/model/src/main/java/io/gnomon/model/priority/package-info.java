/**
 * What decides about the priority of jobs: weights, flags, resets of usage. The computation of
 * priorities belongs to {@code io.gnomon.sim.priority}.
 */
@NullMarked
package io.gnomon.model.priority;

import org.jspecify.annotations.NullMarked;
