/**
 * Observation of partition owners: the interface that metrics, traces, notifications and the
 * counterfactual implement. Listeners do not influence decisions.
 */
@NullMarked
package io.gnomon.controller.listener;

import org.jspecify.annotations.NullMarked;
