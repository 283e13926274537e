/**
 * Slurm's configuration files, as they are written and as scontrol prints them: lines, includes,
 * places, parameters. What a parameter means is in {@code mapping} and {@code parameter}.
 */
@NullMarked
package io.gnomon.slurm.conf;

import org.jspecify.annotations.NullMarked;
