/**
 * The {@code benchmark} command and its measurements of the performance budgets. Figures are ratios
 * within one run where possible. JMH benchmarks are in {@code jmh}, steady arrivals in {@code
 * workload}, the Kafka testbed in {@code kafka}.
 */
@NullMarked
package io.gnomon.benchmarks;

import org.jspecify.annotations.NullMarked;
