/** SVG charts without dependencies: axes, series and pages. It knows nothing of scheduling. */
@NullMarked
package io.gnomon.sim.chart;

import org.jspecify.annotations.NullMarked;
