package io.gnomon.sim.engine;

/** The jobs that will be submitted, in order of time. One simulation reads one instance. */
public interface Arrivals {
  /** No more jobs. */
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

  /** When the next job is submitted, or {@link Simulation#NEVER}. */
  int nextTime();

  /** Fills {@code into} with the next job and goes on to the one after it. */
  void take(Arrival into);

  /** An independent reader at the same place. */
  Arrivals fork();
}
