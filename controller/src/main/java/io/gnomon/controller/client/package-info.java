/**
 * The commands for the users of a cluster, which ask a running controller through its API. They
 * need neither Kafka nor a configuration.
 */
@NullMarked
package io.gnomon.controller.client;

import org.jspecify.annotations.NullMarked;
