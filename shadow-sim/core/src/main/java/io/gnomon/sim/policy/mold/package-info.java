/**
 * Starting jobs on other widths than requested: which widths, the resulting runtimes, and widening
 * at the start. The policies decide when a job starts.
 */
@NullMarked
package io.gnomon.sim.policy.mold;

import org.jspecify.annotations.NullMarked;
