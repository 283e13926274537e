/**
 * What tuning may try: partition counts, the policy library, and the parameters that a scheduler
 * can be\n * set to.
 */
@NullMarked
package io.gnomon.sim.search;

import org.jspecify.annotations.NullMarked;
