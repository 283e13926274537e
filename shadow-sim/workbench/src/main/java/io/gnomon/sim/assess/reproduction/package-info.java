/**
 * How well a simulation reproduces the recorded past, and what the records show where it does not.
 * No changes of the configuration, no I/O.
 */
@NullMarked
package io.gnomon.sim.assess.reproduction;

import org.jspecify.annotations.NullMarked;
