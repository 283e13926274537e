/** A machine written by hand: the YAML file of {@code --machine}. */
@NullMarked
package io.gnomon.sim.workload.machinefile;

import org.jspecify.annotations.NullMarked;
