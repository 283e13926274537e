/**
 * Alibaba's trace of a GPU cluster as input of simulations: the list of nodes as a machine, and the
 * list of pods as a workload.
 *
 * <p>Source: github.com/alibaba/clusterdata, {@code cluster-trace-gpu-v2023}.
 */
@NullMarked
package io.gnomon.sim.workload.alibaba;

import org.jspecify.annotations.NullMarked;
