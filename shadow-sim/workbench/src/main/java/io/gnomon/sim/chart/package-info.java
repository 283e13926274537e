/** SVG charts without dependencies: axes, series and pages. Nothing here depends on scheduling. */
@NullMarked
package io.gnomon.sim.chart;

import org.jspecify.annotations.NullMarked;
