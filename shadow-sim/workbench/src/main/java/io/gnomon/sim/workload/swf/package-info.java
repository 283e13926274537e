/** Reading and writing the Standard Workload Format, version 2.2. */
@NullMarked
package io.gnomon.sim.workload.swf;

import org.jspecify.annotations.NullMarked;
