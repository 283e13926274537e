/**
 * Where jobs come from: job logs as immutable columns, the Standard Workload Format, the rules that
 * prepare a log for a machine, and models that generate logs. Nothing here schedules or measures.
 */
@NullMarked
package io.gnomon.sim.workload;

import org.jspecify.annotations.NullMarked;
