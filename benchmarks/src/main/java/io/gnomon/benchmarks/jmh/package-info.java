/**
 * JMH benchmarks, run by {@code benchmark --jmh REGEX}. Each one measures an operation that the
 * budgets also cover; the operation itself is in the parent package.
 */
@NullMarked
package io.gnomon.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
