/**
 * The mirror of one cluster's queue. It applies the scheduler's events, with text ids and epoch
 * seconds, to a {@code ClusterState}. The package makes no decisions.
 */
@NullMarked
package io.gnomon.controller.mirror;

import org.jspecify.annotations.NullMarked;
