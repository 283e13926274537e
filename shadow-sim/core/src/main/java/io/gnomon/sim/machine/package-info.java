/**
 * What a cluster of nodes is made of: node classes, partitions, switches and reservations; and the
 * text of what jobs request from it. A cluster that is a pool of identical processors needs none of
 * this. What fits where is in the package below.
 */
@NullMarked
package io.gnomon.sim.machine;

import org.jspecify.annotations.NullMarked;
