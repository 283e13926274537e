/**
 * The controller of one cluster: its reaction to events, study results and operations. The package
 * uses no Kafka, no Vert.x, no threads and no clock.
 */
@NullMarked
package io.gnomon.controller.cluster;

import org.jspecify.annotations.NullMarked;
