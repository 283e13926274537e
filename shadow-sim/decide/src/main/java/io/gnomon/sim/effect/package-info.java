/**
 * What changes of the configuration did to the jobs of a cluster: shadows of the cluster under
 * other policies, the comparison of its jobs with theirs, and the totals over time. How a shadow is
 * simulated belongs in {@code forecast}.
 */
@NullMarked
package io.gnomon.sim.effect;

import org.jspecify.annotations.NullMarked;
