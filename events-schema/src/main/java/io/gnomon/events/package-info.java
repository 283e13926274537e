/**
 * The contract between schedulers and Gnomon: one record per event or command, and their codec. No
 * Kafka client, no simulation.
 */
@NullMarked
package io.gnomon.events;

import org.jspecify.annotations.NullMarked;
