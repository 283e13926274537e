/**
 * How many processors of a pool are free at which future time, according to the expected ends and
 * to reservations. Nodes have timelines of their own.
 */
@NullMarked
package io.gnomon.sim.cluster.profile;

import org.jspecify.annotations.NullMarked;
