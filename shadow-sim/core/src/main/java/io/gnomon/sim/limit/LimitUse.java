package io.gnomon.sim.limit;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.LimitMeasure;
import io.gnomon.sim.limit.LimitRules.Counted;

/**
 * A limit and what it counts now.
 *
 * @param name the column of {@code sacctmgr} that shows it, such as {@code GrpTRES}
 * @param tres the TRES that it limits; empty for numbers of jobs and wall time
 * @param holder whose limit it is: {@code QOS normal}, {@code account physics}, {@code user ann in
 *     QOS normal}
 * @param most the limit, in MiB for memory and in minutes for times
 * @param present what counts now, in the same unit; 0 for limits of single jobs
 * @param unit what counts
 */
public record LimitUse(
    String name, String tres, String holder, long most, long present, Unit unit) {
  static final String LICENSES = "Licenses";
  static final String CLUSTER = "the cluster";

  private static final int MINUTE = 60;

  /** What a limit counts. */
  public enum Unit {
    /** Jobs that run. */
    RUNNING("running"),
    /** Jobs that wait or run. */
    SUBMITTED("waiting or running"),
    /** What running jobs hold. */
    HELD("held"),
    /** Minutes that jobs have used. */
    USED("used"),
    /** Minutes that running jobs may still use. */
    LEFT("left to running jobs"),
    /** Nothing but the job itself. */
    JOB("");

    private final String words;

    Unit(String words) {
      this.words = words;
    }

    /** Whether it counts jobs. */
    public boolean countsJobs() {
      return this == RUNNING || this == SUBMITTED;
    }

    static Unit of(LimitMeasure kind) {
      return switch (kind) {
        case JOBS -> RUNNING;
        case SUBMITTED -> SUBMITTED;
        case HELD -> HELD;
        case WALL_USED, MINUTES_USED -> USED;
        case RUN_MINUTES -> LEFT;
        case TIME_LIMIT, JOB_MINUTES, JOB, PER_NODE, LEAST -> JOB;
      };
    }
  }

  /** What the limit of a test counts now. */
  static LimitUse of(LimitUsage usage, LimitTest test) {
    return new LimitUse(
        test.name(),
        test.tres() < 0 ? "" : usage.rules().tres().get(test.tres()),
        test.holder(),
        test.limit(),
        present(usage, test.kind(), test.row(), test.tres()),
        Unit.of(test.kind()));
  }

  static long present(LimitUsage usage, LimitMeasure kind, int row, int tres) {
    if (row < 0 || !usage.counts(row)) {
      return 0;
    }
    int cell = row * usage.tres + Math.max(0, tres);
    return switch (kind) {
      case JOBS -> usage.jobs[row];
      case SUBMITTED -> usage.submitted[row];
      case WALL_USED -> (long) (usage.wallSeconds[row] / MINUTE);
      case HELD -> tres == LimitRules.NODE_TRES ? usage.differentNodes[row] : usage.held[cell];
      case MINUTES_USED -> (long) (usage.usedSeconds[cell] / MINUTE);
      case RUN_MINUTES -> usage.runMinutes(cell);
      case TIME_LIMIT, JOB_MINUTES, JOB, PER_NODE, LEAST -> 0;
    };
  }

  /** Whose jobs are counted, in words. */
  static String holder(LimitDefinitions definitions, Counted counted) {
    if (counted.association() >= 0) {
      Association of = definitions.tree().get(counted.association());
      return of.isUser()
          ? "user %s in account %s".formatted(of.user(), of.account())
          : "account " + of.account();
    }
    if (counted.qos().isEmpty()) {
      return CLUSTER;
    }
    String qos = "QOS " + counted.qos();
    return switch (counted.kind()) {
      case ALL -> qos;
      case ACCOUNT -> "account %s in %s".formatted(counted.member(), qos);
      case USER -> "user %s in %s".formatted(counted.member(), qos);
    };
  }

  /** The part of the limit that is used; 1 for a limit of 0. */
  public double part() {
    return most == 0 ? 1 : (double) present / most;
  }

  /** The limit in words, such as {@code GrpTRES cpu 48 of account guests}. */
  public String limit() {
    String of = name.equals(LICENSES) ? tres.substring(LimitRules.license("").length()) : tres;
    return "%s %s of %s".formatted(of.isEmpty() ? name : name + " " + of, amount(most), holder);
  }

  /** An amount with its unit, if it has one. */
  String amount(long amount) {
    boolean minutes = name.contains("Mins") || name.endsWith("Wall");
    return amount + (tres.equals("mem") ? " MiB" : "") + (minutes ? " min" : "");
  }

  /** In words, such as {@code GrpTRES cpu 48 of account guests: 46 held}. */
  public String text() {
    return limit() + ": " + amount(present) + " " + unit.words;
  }
}
