/**
 * The five published studies: each runs its simulations and prints its tables beside the paper's\n
 * * figures.
 */
@NullMarked
package io.gnomon.sim.reproduce;

import org.jspecify.annotations.NullMarked;
