package io.gnomon.events.config;

/**
 * What a study expects of a change, in mean bounded slowdown over its horizon.
 *
 * @param incumbentSlowdown with the configuration in force
 * @param chosenSlowdown with the chosen one
 */
public record Prediction(double incumbentSlowdown, double chosenSlowdown) {}
