/**
 * What a schedule was worth: waits, slowdowns, utilisation, the slowdown ratio of two schedules,
 * over all jobs, by category and by week. Computed from columns; nothing here simulates or prints.
 */
@NullMarked
package io.gnomon.sim.metric;

import org.jspecify.annotations.NullMarked;
