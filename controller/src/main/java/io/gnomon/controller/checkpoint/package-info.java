/**
 * The encoding of checkpoints: everything that the controller must remember of one cluster across
 * a\n * restart. It holds no decisions and no Kafka.
 */
@NullMarked
package io.gnomon.controller.checkpoint;

import org.jspecify.annotations.NullMarked;
