/**
 * The accounts of a cluster as a whole, and the parameters of Slurm's multifactor priority. Values
 * only; nothing here computes a priority. Single accounts belong to {@code
 * io.gnomon.model.accounts}.
 */
@NullMarked
package io.gnomon.events.accounting;

import org.jspecify.annotations.NullMarked;
