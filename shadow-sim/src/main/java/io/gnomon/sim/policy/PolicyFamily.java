package io.gnomon.sim.policy;

/**
 * A family of policies with the same name and parameters. Families are found by {@link
 * java.util.ServiceLoader}, so you can add your own.
 */
public interface PolicyFamily extends Family<SchedulingPolicy> {}
