/**
 * How well simulations of the configuration in force predict what the scheduler does: the starts of
 * waiting jobs, compared with the jobs that really arrived and ran, and whether that is good enough
 * to trust the model. What is done about a lack of trust belongs to the caller.
 */
@NullMarked
package io.gnomon.sim.fidelity;

import org.jspecify.annotations.NullMarked;
