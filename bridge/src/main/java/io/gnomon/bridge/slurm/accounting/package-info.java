/**
 * Reads the accounts of a Slurm cluster, their usage and the parameters of priority/multifactor,
 * and maps them to Gnomon's model. Nothing here changes Slurm or decides what is published.
 */
@NullMarked
package io.gnomon.bridge.slurm.accounting;

import org.jspecify.annotations.NullMarked;
