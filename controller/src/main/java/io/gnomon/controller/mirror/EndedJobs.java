package io.gnomon.controller.mirror;

import org.jspecify.annotations.Nullable;

/**
 * The latest jobs that have ended, for questions about them. It is not part of the mirrored state:
 * it is empty after a restart. Holds at most 4096 jobs. Adding is O(1), because it happens for each
 * job; finding one looks through all.
 */
final class EndedJobs {
  private static final int CAPACITY = 4096; // a power of two

  private final @Nullable String[] names = new String[CAPACITY];
  private final @Nullable EndedJob[] jobs = new EndedJob[CAPACITY];
  private int added; // wraps around; only the last bits matter

  void add(String job, EndedJob ended) {
    int place = added++ & (CAPACITY - 1);
    names[place] = job;
    jobs[place] = ended;
  }

  /** The latest job with that id, since a scheduler may use an id again; null if there is none. */
  @Nullable EndedJob get(String job) {
    for (int back = 1; back <= CAPACITY; back++) {
      int place = (added - back) & (CAPACITY - 1);
      if (job.equals(names[place])) {
        return jobs[place];
      }
    }
    return null;
  }
}
