/**
 * Reproductions of published studies: each runs its simulations and shows its tables beside the
 * figures of the paper.
 */
@NullMarked
package io.gnomon.sim.reproduce;

import org.jspecify.annotations.NullMarked;
