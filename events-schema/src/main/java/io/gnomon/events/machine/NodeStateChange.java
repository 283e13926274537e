package io.gnomon.events.machine;

/**
 * Nodes whose state changed.
 *
 * @param names their names
 * @param state their new state
 */
public record NodeStateChange(HostList names, NodeState state) {}
