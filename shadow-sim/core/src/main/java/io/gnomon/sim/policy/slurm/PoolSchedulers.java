package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;

/** The schedulers of a pool of processors. */
final class PoolSchedulers implements Schedulers {
  private final SlurmSettings settings;
  private final MainScheduler main;
  private final BackfillScheduler backfill;
  private ClusterState state = new ClusterState(1);

  PoolSchedulers(SlurmSettings settings) {
    this.settings = settings;
    main = new MainScheduler(settings);
    backfill = new BackfillScheduler(settings);
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
  }

  @Override
  public Schedulers fork(ClusterState forked) {
    PoolSchedulers fork = new PoolSchedulers(settings);
    fork.state = forked;
    return fork;
  }

  @Override
  public int capacity() {
    return state.processors();
  }

  @Override
  public boolean runMain(Dispatcher dispatcher, int depth) {
    return main.run(dispatcher, depth);
  }

  @Override
  public int runBackfill(Dispatcher dispatcher, Portion portion) {
    return backfill.run(state, dispatcher, portion);
  }

  @Override
  public int tested() {
    return backfill.tested();
  }

  @Override
  public int nextReorder(int time) {
    return settings.order().isArrival() ? SchedulingPolicy.NEVER : time + 1;
  }

  @Override
  public int validUntil() {
    return backfill.validUntil();
  }
}
