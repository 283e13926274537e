/** Files with the evaluations of an assessment, by which several processes share one. */
@NullMarked
package io.gnomon.sim.assess.store;

import org.jspecify.annotations.NullMarked;
