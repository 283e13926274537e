package io.gnomon.events.machine;

import io.gnomon.model.machine.NodeState;
import io.gnomon.slurm.value.HostList;

/**
 * Nodes whose state changed.
 *
 * @param names their names
 * @param state their new state
 */
public record NodeStateChange(HostList names, NodeState state) {}
