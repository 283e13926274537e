/**
 * Associations, QOS and what accounts have used. The tree of associations, and usage and fair share
 * over time, belong to {@code io.gnomon.sim.priority.fairshare}.
 */
@NullMarked
package io.gnomon.model.accounts;

import org.jspecify.annotations.NullMarked;
