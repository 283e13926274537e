package io.gnomon.bridge.slurm.order;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.queue.JobRequests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the jobs whose nice values differ from those of an order, and the jobs whose own value must
 * be restored.
 *
 * <p>It leaves alone held jobs (setting a nice value would release them), jobs in several
 * partitions, components of heterogeneous jobs, and jobs whose nice value or priority was set by
 * someone else.
 */
public final class NiceAssignment {
  private final String partition;
  private final SlurmState state;
  private final @Nullable NiceOrder order;
  private final Map<String, ManagedNice> managed;
  private final Map<String, ManagedNice> next = new HashMap<>();
  private final List<NiceChange> changes = new ArrayList<>();

  /**
   * The assignment for the jobs of one partition.
   *
   * @param order the order to establish, or null to restore the jobs' own values
   * @param managed the values that Gnomon has set, see {@link ManagedNice#of}
   */
  public NiceAssignment(
      String partition,
      SlurmState state,
      @Nullable NiceOrder order,
      Map<String, ManagedNice> managed) {
    this.partition = partition;
    this.state = state;
    this.order = order;
    this.managed = managed;
    state.jobs().forEach(this::assign);
  }

  /** Returns the changes to make, one for each job. */
  public List<NiceChange> changes() {
    return List.copyOf(changes);
  }

  /**
   * Returns the values that Gnomon has set after the changes. A value that is restored is among
   * them until the job is seen with it, so that a change that fails is tried again.
   */
  public Map<String, ManagedNice> managed() {
    return Map.copyOf(next);
  }

  private void assign(JobRecord job) {
    if (job.hetJob() > 0) {
      return;
    }
    String key = Long.toString(job.id());
    ManagedNice before = ManagedNice.of(job, managed);
    boolean ordered = order != null && job.partition().equals(partition);
    boolean unchanged = before != null ? before.isUnchanged(job.nice()) : isOwn(job.nice());
    long own = before == null ? own(job.nice()) : before.own();
    OptionalLong wanted = ordered ? niceFor(job) : OptionalLong.of(own);
    if (!unchanged || !job.is("PENDING") || job.priority() <= 0 || wanted.isEmpty()) {
      if (before != null) {
        next.put(key, before);
      }
      return;
    }
    if (ordered || wanted.getAsLong() != job.nice()) {
      next.put(key, new ManagedNice(own, wanted.getAsLong(), job.nice()));
    }
    if (wanted.getAsLong() != job.nice()) {
      changes.add(new NiceChange(job.scontrolId(), job.squeueId(), wanted.getAsLong(), job.nice()));
    }
  }

  private OptionalLong niceFor(JobRecord job) {
    return order == null
        ? OptionalLong.empty()
        : order.nice(job, new JobRequests(state.partitions(), order.wholeNodes()));
  }

  private static boolean isOwn(long nice) {
    return Math.abs(nice) <= NiceOrder.MAX_OWN
        || Math.abs(nice - NiceOrder.BOTTOM) <= NiceOrder.MAX_OWN;
  }

  /** Returns the user's value of a job to which the routing script may have added the bottom. */
  private static long own(long nice) {
    return Math.abs(nice) <= NiceOrder.MAX_OWN ? nice : nice - NiceOrder.BOTTOM;
  }
}
