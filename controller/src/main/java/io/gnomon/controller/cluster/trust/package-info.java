/**
 * Whether the mirror can be trusted: gaps and duplicates, the scheduler's clock, contradictions,
 * faults, and the requests for snapshots that restore it.
 */
@NullMarked
package io.gnomon.controller.cluster.trust;

import org.jspecify.annotations.NullMarked;
