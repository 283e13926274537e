/**
 * What Slurm's parameters and attributes mean in {@code io.gnomon.model}: each is read here from
 * the texts that slurm.conf has and that scontrol prints. Files and listings are read elsewhere.
 */
@NullMarked
package io.gnomon.slurm.mapping;

import org.jspecify.annotations.NullMarked;
