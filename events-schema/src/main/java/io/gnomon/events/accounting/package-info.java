/**
 * The accounts of a cluster: their shares, what they have used, QOS, and the parameters of Slurm's
 * multifactor priority. Values only; nothing here computes a priority.
 */
@NullMarked
package io.gnomon.events.accounting;

import org.jspecify.annotations.NullMarked;
