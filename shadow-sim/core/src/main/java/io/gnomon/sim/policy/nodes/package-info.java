/**
 * Policies for clusters of nodes: each job needs a placement, reservations hold resources of
 * certain nodes, and a full partition does not block another. Multiple queues and slurm are in
 * packages of their own.
 */
@NullMarked
package io.gnomon.sim.policy.nodes;

import org.jspecify.annotations.NullMarked;
