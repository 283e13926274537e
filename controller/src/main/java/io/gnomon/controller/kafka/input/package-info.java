/**
 * Reading the events topic: one reader ahead of the owners of its partitions, and the lag behind
 * it.
 */
@NullMarked
package io.gnomon.controller.kafka.input;

import org.jspecify.annotations.NullMarked;
