package io.gnomon.sim.policy;

/**
 * A family of policies that share a name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so that an administrator can add one.
 */
public interface PolicyFamily extends Family<SchedulingPolicy> {}
