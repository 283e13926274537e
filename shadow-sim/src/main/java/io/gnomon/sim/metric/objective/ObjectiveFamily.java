package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Family;

/**
 * A family of objectives that share a name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so that an administrator can add one.
 */
public interface ObjectiveFamily extends Family<StudyObjective> {}
