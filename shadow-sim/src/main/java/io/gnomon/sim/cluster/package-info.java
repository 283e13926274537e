/**
 * The one model of a cluster: jobs, processors, clock, and the legal transitions between them. No
 * policy decides here.
 */
@NullMarked
package io.gnomon.sim.cluster;

import org.jspecify.annotations.NullMarked;
