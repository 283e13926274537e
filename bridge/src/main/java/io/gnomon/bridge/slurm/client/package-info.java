/**
 * What the bridge reads of Slurm: queries, and their answers as records with Slurm's own names and
 * units. How they are answered belongs in {@code programs} and {@code rest}, interpreting the
 * records in terms of Gnomon's model in {@code queue}, composing changes in {@code plan}.
 */
@NullMarked
package io.gnomon.bridge.slurm.client;

import org.jspecify.annotations.NullMarked;
