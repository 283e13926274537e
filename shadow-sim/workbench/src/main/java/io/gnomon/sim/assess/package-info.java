/**
 * Assessment of a cluster from its recorded jobs: how well a simulation reproduces the past, and
 * which few durable changes of the configuration would have shortened waits. No I/O and no reports.
 */
@NullMarked
package io.gnomon.sim.assess;

import org.jspecify.annotations.NullMarked;
