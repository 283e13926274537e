package io.gnomon.sim.safety;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.Random;

/** The generated workloads of the safety checks. Equal seeds give equal logs. */
public final class SafetyWorkloads {
  /** Seed of the first generated workload that a prior is trained on. */
  public static final long TRAINING_SEED = 900_001;

  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int WEEKS = 52;
  private static final int[] PROCESSORS = {64, 100, 128, 256, 430, 1024};
  private static final double[] LOADS = {0.35, 0.55, 0.7, 0.85};
  private static final int LONGEST_SMALL = 4 * 3600;
  private static final int SHORTEST_LARGE = 600;
  private static final int ALIKE_ESTIMATE = 3600;
  private static final int MOST_ROUNDS = 8;

  private SafetyWorkloads() {}

  /** The kinds of jobs in a workload. */
  public enum Shape {
    /** All jobs of the model. */
    MODEL("the model's jobs"),
    /** Jobs that request at most an eighth of the machine and run at most four hours. */
    SMALL("small jobs"),
    /** Jobs that request at least an eighth of the machine and run at least ten minutes. */
    LARGE("large jobs"),
    /** Jobs with equal requests, for which no order is better than that of arrival. */
    ALIKE("equal jobs");

    private final String title;

    Shape(String title) {
      this.title = title;
    }

    private boolean keeps(int width, int runtime, int processors) {
      return switch (this) {
        case SMALL -> 8 * width <= processors && runtime <= LONGEST_SMALL;
        case LARGE -> 8 * width >= processors && runtime >= SHORTEST_LARGE;
        case MODEL, ALIKE -> true;
      };
    }
  }

  /**
   * A workload that logs are generated from.
   *
   * @param shape kind of its jobs
   * @param jobs number of jobs in a log
   * @param processors of the machine
   * @param load offered load during the submissions
   */
  public record Kind(Shape shape, int jobs, int processors, double load) {
    /** Generates a log. */
    public JobLog log(long seed) {
      return switch (shape) {
        case MODEL -> WorkloadGenerator.generate(jobs, processors, load, seed);
        case ALIKE -> alike(seed);
        case SMALL, LARGE -> shaped(seed);
      };
    }

    @Override
    public String toString() {
      return "%d %s, %d processors, load %s".formatted(jobs, shape.title, processors, load);
    }

    private JobLog shaped(long seed) {
      // The jobs do not depend on the load. A first log therefore shows which load to generate so
      // that
      // the jobs that are kept have the requested one.
      for (int round = 1; ; round++) {
        int drawn = jobs << round;
        JobLog all = WorkloadGenerator.generate(drawn, processors, load, seed);
        JobLog kept = kept(all);
        if (kept.size() >= jobs) {
          double share = (double) kept.area() / all.area();
          return kept(WorkloadGenerator.generate(drawn, processors, load / share, seed))
              .slice(0, jobs);
        }
        if (round == MOST_ROUNDS) {
          throw new IllegalArgumentException("the model generates too few jobs for " + this);
        }
      }
    }

    private JobLog alike(long seed) {
      Random random = new Random(seed);
      int width = Math.max(1, processors / 12);
      double gap = 0.75 * ALIKE_ESTIMATE * width / (processors * load);
      JobLogBuilder builder = JobLog.builder();
      double submit = 0;
      for (int job = 0; job < jobs; job++) {
        submit += 2 * gap * random.nextDouble();
        int runtime = ALIKE_ESTIMATE / 2 + random.nextInt(ALIKE_ESTIMATE / 2);
        builder.job(job + 1L, (int) submit, runtime, ALIKE_ESTIMATE, width);
      }
      return builder.build();
    }

    private JobLog kept(JobLog all) {
      JobLogBuilder builder = JobLog.builder(all.originEpochSecond());
      for (int job = 0; job < all.size(); job++) {
        if (shape.keeps(all.width(job), all.runtime(job), processors)) {
          append(builder, all, job, 0);
        }
      }
      return builder.build();
    }
  }

  /** The kind of the workload of a year at a place; machines and loads differ. */
  public static Kind ofAYear(int place) {
    return new Kind(
        Shape.MODEL,
        16_000,
        PROCESSORS[place % PROCESSORS.length],
        LOADS[place / 2 % LOADS.length]);
  }

  /**
   * A log of at most a year. In every third one, the kind of jobs changes after half a year.
   *
   * @param kind of the workload at {@code place}
   */
  public static JobLog year(Kind kind, int place, long seed) {
    if (place % 3 != 2) {
      return weeks(kind, seed, WEEKS);
    }
    Shape first = place % 2 == 0 ? Shape.SMALL : Shape.LARGE;
    return after(
        weeks(new Kind(first, 6000, kind.processors, kind.load), seed, WEEKS / 2),
        weeks(new Kind(Shape.MODEL, 10_000, kind.processors, kind.load), seed, WEEKS / 2));
  }

  private static JobLog weeks(Kind kind, long seed, int weeks) {
    JobLog log = kind.log(seed);
    int end = 0;
    while (end < log.size() && log.submit(end) < weeks * WEEK) {
      end++;
    }
    return log.slice(0, end);
  }

  /** Concatenates two logs; the second starts on the day after the first log's last submission. */
  public static JobLog after(JobLog first, JobLog second) {
    JobLogBuilder builder = JobLog.builder(first.originEpochSecond());
    for (int job = 0; job < first.size(); job++) {
      append(builder, first, job, 0);
    }
    int change = startOfSecond(first);
    for (int job = 0; job < second.size(); job++) {
      append(builder, second, job, change);
    }
    return builder.build();
  }

  /** The second at which a log that follows another with {@link #after} starts. */
  public static int startOfSecond(JobLog first) {
    return (first.submit(first.size() - 1) / DAY + 1) * DAY;
  }

  private static void append(JobLogBuilder builder, JobLog log, int job, int later) {
    builder
        .job(
            builder.size() + 1L,
            log.submit(job) + later,
            log.runtime(job),
            log.estimate(job),
            log.width(job))
        .by(log.user(job), log.group(job), log.application(job));
  }
}
