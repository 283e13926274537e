/**
 * One declared cluster: its mirror with the simulated policy, the tuner, capabilities, and the
 * effect of changes. Nothing here decides.
 */
@NullMarked
package io.gnomon.controller.cluster.tracked;

import org.jspecify.annotations.NullMarked;
