/**
 * Sources that report between two polls that something has happened in Slurm: hook scripts and the
 * jobcomp/kafka plugin. The queue itself is always read by {@code client}.
 */
@NullMarked
package io.gnomon.bridge.slurm.notify;

import org.jspecify.annotations.NullMarked;
