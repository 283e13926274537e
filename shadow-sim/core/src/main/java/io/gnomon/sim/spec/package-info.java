/**
 * Values with a text form such as {@code easy(order=shortest)}: specs, the families that build
 * objects from them, their parameters, and the registry that finds families by ServiceLoader.
 * Policies, objectives, guards and predictors are such families; none of them belongs here.
 */
@NullMarked
package io.gnomon.sim.spec;

import org.jspecify.annotations.NullMarked;
