/**
 * Attempts to run jobs in less time than requested: speculative backfilling and test runs. They
 * follow the regular schedule of a pass and never delay it.
 */
@NullMarked
package io.gnomon.sim.policy.speculate;

import org.jspecify.annotations.NullMarked;
