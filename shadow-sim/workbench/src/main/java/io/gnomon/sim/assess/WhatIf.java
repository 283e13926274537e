package io.gnomon.sim.assess;

import io.gnomon.sim.assess.figure.Gain;

/**
 * What something else than a change of the configuration would have done.
 *
 * @param title in words
 * @param gain compared with the configuration in force, in the recorded order of arrivals
 */
public record WhatIf(String title, Gain gain) {}
