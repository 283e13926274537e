/**
 * Values of single fields of an accounting export: numbers, times, amounts and states of jobs. No
 * lines, files or records.
 */
@NullMarked
package io.gnomon.sim.workload.sacct.value;

import org.jspecify.annotations.NullMarked;
