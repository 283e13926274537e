/** The values of {@code --machine}: machines in YAML, of a file or built in, and other files. */
@NullMarked
package io.gnomon.sim.workload.machinefile;

import org.jspecify.annotations.NullMarked;
