/**
 * The controller of one cluster: how an event passes through it, and operations between events. The
 * package uses no Kafka, no Vert.x, no threads and no clock; what the steps work on is in its
 * subpackages.
 *
 * <p>An <em>evaluation</em> is one periodic check of a cluster, {@link
 * io.gnomon.sim.tune.Evaluation} its simulations, and {@link io.gnomon.sim.tune.EvaluationResult}
 * their result. A <em>decision</em> is its outcome, {@link io.gnomon.sim.tune.Decision}. A
 * <em>decision record</em> is the event of the audit, {@link
 * io.gnomon.events.audit.DecisionRecorded}.
 */
@NullMarked
package io.gnomon.controller.cluster;

import org.jspecify.annotations.NullMarked;
