/**
 * The seam to Kafka: ownership of input partitions, their restoration, and the one transaction in
 * which everything goes out. No decision is taken here.
 */
@NullMarked
package io.gnomon.controller.kafka;

import org.jspecify.annotations.NullMarked;
