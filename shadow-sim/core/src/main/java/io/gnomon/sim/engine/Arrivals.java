package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;

/** Future jobs in order of submission. Not thread-safe; each simulation reads its own instance. */
public interface Arrivals {
  /** No jobs. */
  Arrivals NONE =
      new Arrivals() {
        @Override
        public int nextTime() {
          return Simulation.NEVER;
        }

        @Override
        public void take(Arrival into) {
          throw new IllegalStateException("there is no arrival to take");
        }

        @Override
        public Arrivals fork() {
          return this;
        }
      };

  /**
   * A simulation of {@code state} begins to read. Announces jobs on which others will depend, see
   * {@link io.gnomon.sim.eligibility.Conditions#watch}.
   */
  default void begin(ClusterState state) {}

  /** Submission time of the next job, or {@link Simulation#NEVER}. */
  int nextTime();

  /** Copies the next job into {@code into} and advances. */
  void take(Arrival into);

  /** An independent reader at the same position. */
  Arrivals fork();
}
