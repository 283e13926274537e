/**
 * Forecasts of the start of one job, for the users of a cluster: what is simulated, and for how
 * long a result is reused. Nothing of HTTP and JSON.
 */
@NullMarked
package io.gnomon.controller.forecast;

import org.jspecify.annotations.NullMarked;
