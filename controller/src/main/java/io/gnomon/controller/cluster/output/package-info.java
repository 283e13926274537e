/** What a controller publishes: outputs, their ids, and counters. Nothing here knows Kafka. */
@NullMarked
package io.gnomon.controller.cluster.output;

import org.jspecify.annotations.NullMarked;
