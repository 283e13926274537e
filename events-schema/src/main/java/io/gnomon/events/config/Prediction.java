package io.gnomon.events.config;

/**
 * The prediction of a study, in mean bounded slowdown until its horizon.
 *
 * @param incumbentSlowdown with the configuration in force
 * @param chosenSlowdown with the chosen configuration
 */
public record Prediction(double incumbentSlowdown, double chosenSlowdown) {}
