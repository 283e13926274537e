package io.gnomon.controller.mirror;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest jobs that have ended, for questions about them. It is not part of the mirrored state:
 * it is empty after a restart. Holds at most 4096 jobs; O(1) per job.
 */
final class EndedJobs {
  private static final int CAPACITY = 4096;

  private final Map<String, EndedJob> jobs =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, EndedJob> eldest) {
          return size() > CAPACITY;
        }
      };

  void add(String job, EndedJob ended) {
    jobs.remove(job); // a scheduler may use an id again; the latest job counts
    jobs.put(job, ended);
  }

  @Nullable EndedJob get(String job) {
    return jobs.get(job);
  }
}
