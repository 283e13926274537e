/**
 * The planned schedule of a cluster of nodes: what is free on each node over time, and reservations
 * of waiting jobs that are guaranteed or planned anew.
 */
@NullMarked
package io.gnomon.sim.policy.nodes.plan;

import org.jspecify.annotations.NullMarked;
