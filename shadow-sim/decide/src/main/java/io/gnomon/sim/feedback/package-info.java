/**
 * Results of past decisions: reviews of changes, backtest scores of policies, the anchor of hourly
 * choices, and the calibration of forecast gains.
 */
@NullMarked
package io.gnomon.sim.feedback;

import org.jspecify.annotations.NullMarked;
