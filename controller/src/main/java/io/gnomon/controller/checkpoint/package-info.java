/**
 * The encoding of checkpoints: the state of one cluster's controller that must survive a restart.
 * The package makes no decisions and does not use Kafka.
 */
@NullMarked
package io.gnomon.controller.checkpoint;

import org.jspecify.annotations.NullMarked;
