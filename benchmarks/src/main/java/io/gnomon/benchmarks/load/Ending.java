package io.gnomon.benchmarks.load;

/** How a replica ends during a run. */
enum Ending {
  SIGKILL(0.5),
  SIGTERM(0.75);

  private final double share;

  Ending(double share) {
    this.share = share;
  }

  /** The share of the events that are processed before. */
  double share() {
    return share;
  }

  /** Ends a replica; after SIGTERM, it may still run when this returns. */
  void end(Replica replica) throws InterruptedException {
    if (this == SIGKILL) {
      replica.kill();
    } else {
      replica.terminate();
    }
  }
}
