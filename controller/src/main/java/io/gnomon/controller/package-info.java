/**
 * The service. {@code ClusterController} is the pure core that follows one cluster, {@code
 * PartitionOwner} and {@code Controller} connect it to Kafka, and {@code Serve} is the command.
 */
@NullMarked
package io.gnomon.controller;

import org.jspecify.annotations.NullMarked;
