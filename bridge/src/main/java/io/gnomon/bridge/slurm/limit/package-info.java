/**
 * Limits and priorities of QOS and partitions that the administrator declares for tuning: their
 * names, ranges and present values. Not here: plans, and the limits that are published.
 */
@NullMarked
package io.gnomon.bridge.slurm.limit;

import org.jspecify.annotations.NullMarked;
