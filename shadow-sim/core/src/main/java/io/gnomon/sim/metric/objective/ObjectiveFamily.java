package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Family;

/**
 * A family of objectives with the same name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so you can add your own.
 */
public interface ObjectiveFamily extends Family<StudyObjective> {}
