/**
 * What a cluster of nodes is made of: node classes, partitions and reservations; what jobs request
 * from it; and the rules that place jobs on nodes. A cluster that is a pool of identical processors
 * needs none of this.
 */
@NullMarked
package io.gnomon.sim.machine;

import org.jspecify.annotations.NullMarked;
