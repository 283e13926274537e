/**
 * Events about a whole cluster: declaration, snapshots, capacity, clock and what can be configured.
 */
@NullMarked
package io.gnomon.events.cluster;

import org.jspecify.annotations.NullMarked;
