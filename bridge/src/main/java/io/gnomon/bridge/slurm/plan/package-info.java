/**
 * Plans a configuration change: its prerequisites, its steps in order, and what undoes each of
 * them. Plans are immutable values and nothing is changed here; carrying them out belongs in {@code
 * apply}.
 */
@NullMarked
package io.gnomon.bridge.slurm.plan;

import org.jspecify.annotations.NullMarked;
