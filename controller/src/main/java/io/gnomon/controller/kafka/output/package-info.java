/**
 * Publishing: what one input partition produces, in one transaction at a time, and its checkpoints.
 */
@NullMarked
package io.gnomon.controller.kafka.output;

import org.jspecify.annotations.NullMarked;
