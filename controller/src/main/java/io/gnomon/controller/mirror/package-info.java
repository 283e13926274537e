/**
 * The live copy of one cluster's queue: scheduler's ids and dates on the outside, a {@code
 * ClusterState} within. It applies what the scheduler reports and decides nothing.
 */
@NullMarked
package io.gnomon.controller.mirror;

import org.jspecify.annotations.NullMarked;
