package io.gnomon.events.machine;

import io.gnomon.model.machine.AllocationUnit;

/**
 * How the scheduler chooses nodes, such as Slurm's {@code SelectTypeParameters}.
 *
 * @param cores how it distributes cores over nodes
 * @param unit the smallest part of a node that a job can hold
 */
public record PlacementRules(CorePlacement cores, AllocationUnit unit) {}
