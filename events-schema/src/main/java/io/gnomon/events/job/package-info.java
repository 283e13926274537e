/** Events about one job, from submission to end, and the job entries of snapshots. */
@NullMarked
package io.gnomon.events.job;

import org.jspecify.annotations.NullMarked;
