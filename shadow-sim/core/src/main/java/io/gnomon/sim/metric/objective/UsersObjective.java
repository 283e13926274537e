package io.gnomon.sim.metric.objective;

import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code users}: the mean over users of the mean bounded slowdown of each user's jobs, so that
 * every user has the same weight. Jobs of unknown users count as those of one user.
 */
public final class UsersObjective implements ObjectiveFamily {
  @Override
  public String name() {
    return "users";
  }

  @Override
  public String summary() {
    return "mean over users of the mean bounded slowdown of each user's jobs";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of();
  }

  @Override
  public StudyObjective create(Spec spec) {
    return new ByUser();
  }

  private record ByUser() implements StudyObjective {
    @Override
    public double cost(ServedJob job) {
      return job.boundedSlowdown();
    }

    @Override
    public BatchCost newBatchCost() {
      return new MeanOfUsers();
    }
  }

  private static final class MeanOfUsers implements BatchCost {
    private record Share(double sum, int jobs) {
      Share and(Share other) {
        return new Share(sum + other.sum, jobs + other.jobs);
      }
    }

    private final Map<Integer, Share> users = new HashMap<>();
    private int jobs;

    @Override
    public void add(ServedJob job, double cost) {
      users.merge(job.user, new Share(cost, 1), Share::and);
      jobs++;
    }

    @Override
    public double total() {
      double mean =
          users.values().stream().mapToDouble(one -> one.sum() / one.jobs()).average().orElse(0);
      return jobs * mean;
    }
  }
}
