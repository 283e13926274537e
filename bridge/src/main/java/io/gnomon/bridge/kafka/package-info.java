/**
 * Sends events to Kafka, receives commands from it, and finds the last sequence number of a
 * cluster. Nothing here depends on a scheduler, and reading the topics of a scheduler (such as
 * jobcomp/kafka) belongs with that scheduler.
 */
@NullMarked
package io.gnomon.bridge.kafka;

import org.jspecify.annotations.NullMarked;
