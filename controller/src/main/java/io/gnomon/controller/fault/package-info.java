/**
 * What a defect may end: the work on one cluster, but never the process or the work on another
 * cluster. Failures of Kafka and of the network do not belong here.
 */
@NullMarked
package io.gnomon.controller.fault;

import org.jspecify.annotations.NullMarked;
