/** Publishing: the transactions of one input partition and its checkpoints. */
@NullMarked
package io.gnomon.controller.kafka.output;

import org.jspecify.annotations.NullMarked;
