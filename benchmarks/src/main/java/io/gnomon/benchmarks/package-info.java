/**
 * Measurements of what the product promises; every figure is a ratio within one run where it can
 * be.
 */
@NullMarked
package io.gnomon.benchmarks;

import org.jspecify.annotations.NullMarked;
