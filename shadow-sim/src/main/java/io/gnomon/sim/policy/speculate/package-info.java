/**
 * Attempts to run jobs in less time than they asked for: speculative backfilling and test runs.
 * They come after the regular schedule of a pass, which they never delay.
 */
@NullMarked
package io.gnomon.sim.policy.speculate;

import org.jspecify.annotations.NullMarked;
