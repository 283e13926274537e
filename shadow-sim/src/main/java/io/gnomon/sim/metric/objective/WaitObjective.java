package io.gnomon.sim.metric.objective;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/** {@code wait}: the wait in hours, of each job alike or by what it asks for or is worth. */
public final class WaitObjective implements ObjectiveFamily {
  private static final double HOUR = 3600;
  private static final String JOB = "job";
  private static final String WIDTH = "width";
  private static final String WORK = "work";
  private static final String PRIORITY = "priority";
  private static final Parameter<String> BY =
      Parameter.choice(
          "by", JOB, List.of(JOB, WIDTH, WORK, PRIORITY), "what a job's wait is weighted by");

  @Override
  public String name() {
    return "wait";
  }

  @Override
  public String summary() {
    return "mean wait, of jobs, processors or work, or by the scheduler's priority";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(BY);
  }

  @Override
  public StudyObjective create(PolicySpec spec) {
    return switch (BY.in(spec)) {
      case WIDTH -> job -> job.wait / HOUR * job.width;
      case WORK -> job -> job.wait / HOUR * job.width * (job.runtime / HOUR);
      case PRIORITY -> job -> job.wait / HOUR * Math.max(0, job.priority);
      default -> job -> job.wait / HOUR;
    };
  }
}
