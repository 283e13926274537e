/**
 * What an object keeps across a restart, as named fields. The package holds no encoding; the
 * controller writes snapshots into its checkpoints.
 */
@NullMarked
package io.gnomon.sim.snapshot;

import org.jspecify.annotations.NullMarked;
