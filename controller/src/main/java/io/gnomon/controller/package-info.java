/**
 * The service. {@code ClusterController} controls one cluster without I/O, {@code PartitionOwner}
 * and {@code Controller} connect it to Kafka, and {@code Serve} is the command.
 */
@NullMarked
package io.gnomon.controller;

import org.jspecify.annotations.NullMarked;
