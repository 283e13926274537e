/** Reading the events topic: the reader, its buffers and the consumer lag. */
@NullMarked
package io.gnomon.controller.kafka.input;

import org.jspecify.annotations.NullMarked;
