/**
 * The shapes of requests on a machine, what is free on its nodes, and the rules that place jobs
 * there. Which job gets a placement and when is for policies to decide.
 */
@NullMarked
package io.gnomon.sim.machine.placement;

import org.jspecify.annotations.NullMarked;
