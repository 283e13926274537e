/**
 * Synthetic workloads: arrivals, widths and runtimes after Lublin and Feitelson (2003), estimates
 * after Tsafrir, Etsion and Feitelson (2005).
 */
@NullMarked
package io.gnomon.sim.workload.model;

import org.jspecify.annotations.NullMarked;
