/**
 * The testbed of the end-to-end measurements: an embedded broker, a controller on it and a plain
 * consumer to compare it with.
 */
@NullMarked
package io.gnomon.benchmarks.kafka;

import org.jspecify.annotations.NullMarked;
