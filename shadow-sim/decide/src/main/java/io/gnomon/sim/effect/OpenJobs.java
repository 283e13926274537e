package io.gnomon.sim.effect;

import io.gnomon.sim.forecast.Counterfactual.Completion;
import io.gnomon.sim.forecast.Counterfactual.Result;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The jobs that have completed in some of the compared clusters, but not yet in all of them. There
 * are at most as many as active jobs in these clusters. Not thread-safe.
 */
final class OpenJobs {
  private final Map<Integer, ComparedJob> jobs = new HashMap<>();
  private final Consumer<ComparedJob> compared;

  /** Without jobs; {@code compared} receives each job that has completed everywhere. */
  OpenJobs(Consumer<ComparedJob> compared) {
    this.compared = compared;
  }

  /** Removes a job that completes in the live cluster, or creates it. */
  ComparedJob take(int job) {
    ComparedJob open = jobs.remove(job);
    return open == null ? new ComparedJob() : open;
  }

  /** Compares the job if it has completed everywhere, or keeps it until then. */
  void put(int number, ComparedJob job) {
    if (job.isDoneEverywhere()) {
      compared.accept(job);
    } else {
      jobs.put(number, job);
    }
  }

  /** Takes the completions of a step, and forgets jobs that one of the clusters does not know. */
  void completed(ShadowStep step, Result result) {
    for (Completion completion : result.completions()) {
      ComparedJob job = take(completion.job());
      job.waited(step.variant(), completion.second(), completion.waitSeconds());
      put(completion.job(), job);
    }
    for (Iterator<Map.Entry<Integer, ComparedJob>> each = jobs.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<Integer, ComparedJob> entry = each.next();
      ComparedJob job = entry.getValue();
      boolean cancelled = !job.isDone(Variant.ACTUAL) && !step.wasActive(entry.getKey());
      boolean unknown =
          job.isDone(Variant.ACTUAL)
              && !job.isDone(step.variant())
              && job.completedLiveAt() < result.until()
              && !result.isActive(entry.getKey());
      if (cancelled || unknown) {
        each.remove();
      }
    }
  }

  /** The number of jobs that have not completed everywhere. */
  int size() {
    return jobs.size();
  }

  /** Forgets the jobs that have not completed in a variant whose simulation ends. */
  void ended(Variant variant) {
    jobs.values().removeIf(job -> !job.isDone(variant));
  }
}
