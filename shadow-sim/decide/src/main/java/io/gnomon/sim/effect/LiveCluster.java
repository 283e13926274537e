package io.gnomon.sim.effect;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.SlowdownWindow;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import java.util.function.Supplier;

/**
 * What shadows copy of the live cluster; only read, apart from the clock.
 *
 * @param state the present state
 * @param policy that follows it
 * @param history of its jobs
 * @param window of its completions
 * @param runtimes distributions for jobs that have not completed
 */
public record LiveCluster(
    ClusterState state,
    SchedulingPolicy policy,
    JobHistory history,
    SlowdownWindow window,
    Supplier<RuntimeModel> runtimes) {}
