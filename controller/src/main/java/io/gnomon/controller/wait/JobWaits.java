package io.gnomon.controller.wait;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.priority.JobAccount;
import org.jspecify.annotations.Nullable;

/**
 * Waits of the started jobs of one cluster and slowdowns of its completed ones, since this process
 * tracks it. Not thread-safe.
 */
public final class JobWaits {
  private static final int LARGEST = 10;
  private static final String NO_PARTITION = "none";
  private static final String DEFAULT_QOS = "normal";

  private final NamedWaits partitions = new NamedWaits(LARGEST);
  private final NamedWaits qos = new NamedWaits(LARGEST);
  private final NamedWaits accounts = new NamedWaits(0);

  /** By partition; the name of a job without one is {@code none}. */
  public NamedWaits partitions() {
    return partitions;
  }

  /** By QOS; only of jobs whose account is known. */
  public NamedWaits qos() {
    return qos;
  }

  /** By account; nothing until {@link #keepAccounts} has been called. */
  public NamedWaits accounts() {
    return accounts;
  }

  /** Sets how many accounts have histograms of their own from now on, 0 for none. */
  public void keepAccounts(int most) {
    accounts.keep(most);
  }

  /** Records a job that has started at the present second of the state. */
  public void started(
      ClusterState state, int slot, @Nullable String partition, @Nullable String account) {
    int wait = state.now() - state.submitTime(slot);
    partitions.started(partition == null ? NO_PARTITION : partition, wait);
    qos.started(qos(state, slot), wait);
    accounts.started(account, wait);
  }

  /** Records a job that completes at the present second of the state. */
  public void completed(
      ClusterState state, int slot, @Nullable String partition, @Nullable String account) {
    int ran = state.ranSeconds(slot);
    int wait = Math.max(0, state.now() - state.submitTime(slot) - ran);
    double slowdown = 1.0 + (double) wait / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, ran);
    partitions.completed(partition == null ? NO_PARTITION : partition, slowdown);
    qos.completed(qos(state, slot), slowdown);
    accounts.completed(account, slowdown);
  }

  private static @Nullable String qos(ClusterState state, int slot) {
    if (!state.hasAccounting() || !state.accounting().hasAccount(slot)) {
      return null;
    }
    JobAccount of = state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot));
    return of.qos().isEmpty() ? DEFAULT_QOS : of.qos();
  }
}
