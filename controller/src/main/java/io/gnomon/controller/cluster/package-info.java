/**
 * The pure core that follows one cluster: what an event, a finished study or an approval changes,
 * and what is to be said about it. No Kafka, no Vert.x, no threads and no clock of its own.
 */
@NullMarked
package io.gnomon.controller.cluster;

import org.jspecify.annotations.NullMarked;
