/**
 * Starting jobs on other widths than they asked for: which widths, how long jobs then run, and
 * widening at the start. When a job starts is decided by the policies.
 */
@NullMarked
package io.gnomon.sim.policy.mold;

import org.jspecify.annotations.NullMarked;
