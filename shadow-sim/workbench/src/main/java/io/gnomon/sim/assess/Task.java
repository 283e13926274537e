package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import java.util.function.Supplier;

/**
 * An evaluation that every assessment of the same input needs.
 *
 * @param key its name
 * @param run computes it, or finds it among those that have been computed
 */
public record Task(String key, Supplier<ConfigurationFigures> run) {}
