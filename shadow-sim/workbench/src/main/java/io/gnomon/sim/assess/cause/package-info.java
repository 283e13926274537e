/**
 * Why jobs wait under the configuration in force: what was short while they waited, and what would
 * have waited less without limits, whole nodes, wrong estimates or priorities. No I/O.
 */
@NullMarked
package io.gnomon.sim.assess.cause;

import org.jspecify.annotations.NullMarked;
