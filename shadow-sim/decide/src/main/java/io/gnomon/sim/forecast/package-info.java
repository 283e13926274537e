/**
 * Forecasts from the live state under the configuration in force: start times, the shadow schedule,
 * and the counterfactual.
 */
@NullMarked
package io.gnomon.sim.forecast;

import org.jspecify.annotations.NullMarked;
