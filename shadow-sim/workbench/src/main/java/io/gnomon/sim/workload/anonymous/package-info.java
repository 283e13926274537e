/** Pseudonyms for the names in files of a site, so that it can share them. */
@NullMarked
package io.gnomon.sim.workload.anonymous;

import org.jspecify.annotations.NullMarked;
