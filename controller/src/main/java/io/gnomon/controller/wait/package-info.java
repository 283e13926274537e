/**
 * How long jobs waited, as histograms by partition, account and QOS. Fed by the mirror and read by
 * metrics; not part of checkpoints, and without influence on decisions.
 */
@NullMarked
package io.gnomon.controller.wait;

import org.jspecify.annotations.NullMarked;
