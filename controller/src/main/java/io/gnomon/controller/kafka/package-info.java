/**
 * The seam to Kafka: who owns an input partition, how it restores itself, and the one transaction
 * in which everything goes out. No decision is taken here.
 */
@NullMarked
package io.gnomon.controller.kafka;

import org.jspecify.annotations.NullMarked;
