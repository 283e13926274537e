package io.gnomon.sandbox.campaign;

/** The kinds of faults that a campaign injects, with their share and what they act on. */
enum FaultKind {
  SERVE_KILLED("serve, SIGKILL", Target.SERVE, 3),
  SERVE_RESTARTED("serve, clean restart", Target.SERVE, 1),
  SERVE_SUSPENDED("serve, SIGSTOP beyond its session and transactions", Target.SERVE, 2),
  BROKER_RESTARTED("broker, clean restart", Target.BROKER, 1),
  BROKER_KILLED("broker, SIGKILL", Target.BROKER, 2),
  DISK_FULL("broker, disk full", Target.BROKER, 1),
  // not with a restart: the only replica of a partition cannot become its leader below this minimum
  MIN_ISR_RAISED("min.insync.replicas raised", Target.BROKER, 2),
  ACL_REVOKED("ACL revoked", Target.RIGHTS, 2),
  CLOCK_JUMPED("clock of the cluster jumps", Target.CLOCK, 2),
  JUNK_WRITTEN("junk on every topic", Target.TOPICS, 2);

  /** What a fault acts on; two faults of one period act on different targets. */
  enum Target {
    SERVE,
    BROKER,
    RIGHTS,
    CLOCK,
    TOPICS
  }

  private final String title;
  private final Target target;
  private final int share;

  FaultKind(String title, Target target, int share) {
    this.title = title;
    this.target = target;
    this.share = share;
  }

  String title() {
    return title;
  }

  Target target() {
    return target;
  }

  /** The number of faults of this kind in one deck. */
  int share() {
    return share;
  }
}
