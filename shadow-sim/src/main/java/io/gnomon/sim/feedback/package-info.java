/**
 * What past decisions teach: reviews of changes, backtest scores of policies, and the calibration
 * of\n * forecast gains.
 */
@NullMarked
package io.gnomon.sim.feedback;

import org.jspecify.annotations.NullMarked;
