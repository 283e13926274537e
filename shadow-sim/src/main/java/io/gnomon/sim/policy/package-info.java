/**
 * Policies as values and as machines: the text form, the families found by ServiceLoader, and what
 * a policy may see and do. One sub-package per family; nothing here drives the clock.
 */
@NullMarked
package io.gnomon.sim.policy;

import org.jspecify.annotations.NullMarked;
