package io.gnomon.sim.eligibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.StartConditions;
import io.gnomon.sim.workload.StartConditions.JobReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** On a machine with room for all jobs, each job starts when its conditions are met. */
class EligibilityProperties {
  private static final int MOST = 400;

  @Property(tries = 300)
  void jobsStartWhenAPlainReferenceSaysSo(@ForAll long seed) {
    JobLog log = log(new Random(seed));
    ScheduleListener schedule = new ScheduleListener(log.size());
    ClusterState state = new ClusterState(1000);
    Simulation simulation =
        new Simulation(state, Policies.create("fcfs"), new LogArrivals(log), schedule);
    Random cuts = new Random(~seed);
    while (simulation.step()) {
      if (cuts.nextInt(8) == 0) { // forks and restored states have no effect on the original
        simulation.fork(SimulationListener.NONE).run();
      }
    }

    int[] starts = new Reference(log).starts();
    for (int job = 0; job < log.size(); job++) {
      assertThat(schedule.schedule().start(job))
          .as("job %s: %s, %s", log.label(job), log.conditions(job), Arrays.toString(starts))
          .isEqualTo(starts[job]);
    }
    state.forEachActive(
        slot -> assertThat(state.waitingReason(slot)).as("job %d", state.job(slot)).isNotNull());
  }

  private static JobLog log(Random random) {
    JobLogBuilder log = JobLog.builder();
    int submit = 0;
    int ids = 2 + random.nextInt(12);
    for (int id = 1; id <= ids; id++) {
      submit += random.nextInt(4);
      int tasks = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
      int limit = 1 + random.nextInt(3);
      List<JobReference> dependencies = new ArrayList<>();
      int series = random.nextInt(4) == 0 ? random.nextInt(2) : JobLog.UNKNOWN;
      for (int i = random.nextInt(3); i > 0 && id > 1; i--) {
        DependencyKind kind = DependencyKind.values()[random.nextInt(5)];
        if (kind != DependencyKind.SINGLETON) {
          int delay = kind == DependencyKind.START ? random.nextInt(2) * 6 : 0;
          dependencies.add(
              new JobReference(kind, 1 + random.nextInt(id - 1), JobLog.UNKNOWN, delay));
        } else if (series != JobLog.UNKNOWN) {
          dependencies.add(new JobReference(kind, JobLog.UNKNOWN, JobLog.UNKNOWN, 0));
        }
      }
      boolean any = random.nextBoolean();
      int delay = random.nextInt(3) * 5;
      boolean held = random.nextInt(12) == 0;
      for (int task = 0; task < Math.max(1, tasks); task++) {
        log.job(id, submit, 1 + random.nextInt(9), 20, 1)
            .conditions(
                new StartConditions(
                    delay,
                    dependencies,
                    any,
                    held,
                    tasks > 0 ? id : JobLog.UNKNOWN,
                    tasks > 0 ? task : JobLog.UNKNOWN,
                    tasks > 0 ? limit : Integer.MAX_VALUE,
                    series,
                    random.nextInt(4) == 0));
      }
    }
    return log.build();
  }

  /** Second by second, every condition as the manual words it. */
  private static final class Reference {
    private final JobLog log;
    private final int[] start;
    private int now;

    Reference(JobLog log) {
      this.log = log;
      start = new int[log.size()];
      Arrays.fill(start, -1);
    }

    int[] starts() {
      for (now = 0; now < MOST; now++) {
        List<Integer> round = round();
        while (!round.isEmpty()) {
          round.forEach(job -> start[job] = now);
          round = round();
        }
      }
      return start;
    }

    private List<Integer> round() {
      List<Integer> round = new ArrayList<>();
      for (int job = 0; job < log.size(); job++) {
        if (log.submit(job) <= now && start[job] < 0 && isEligible(job, round)) {
          round.add(job);
        }
      }
      return round;
    }

    private boolean isRunning(int job) {
      return start[job] >= 0 && start[job] + log.runtime(job) > now;
    }

    private boolean hasEnded(int job) {
      return start[job] >= 0 && !isRunning(job);
    }

    private boolean isEligible(int job, List<Integer> starting) {
      StartConditions on = log.conditions(job);
      if (on.held() || log.submit(job) + on.beginDelay() > now) {
        return false;
      }
      if (on.array() != JobLog.UNKNOWN) {
        int running = 0;
        for (int other = 0; other < log.size(); other++) {
          boolean sibling = log.jobId(other) == log.jobId(job);
          running += sibling && (isRunning(other) || starting.contains(other)) ? 1 : 0;
        }
        if (running >= on.arrayLimit()) {
          return false;
        }
      }
      boolean any = false;
      boolean all = true;
      for (JobReference one : on.dependencies()) {
        boolean met =
            one.kind() == DependencyKind.SINGLETON ? isAlone(job, on) : isMet(one, starting);
        any |= met;
        all &= met;
      }
      return on.dependencies().isEmpty() || (on.anySuffices() ? any : all);
    }

    private boolean isAlone(int job, StartConditions on) {
      for (int other = 0; other < log.size(); other++) {
        boolean same = other != job && log.conditions(other).series() == on.series();
        boolean before = log.submit(other) <= now && start[other] < 0 && other < job;
        if (same && (isRunning(other) || before)) {
          return false;
        }
      }
      return true;
    }

    private boolean isMet(JobReference one, List<Integer> starting) {
      boolean success = true;
      for (int other = 0; other < log.size(); other++) {
        if (log.jobId(other) != one.job()) {
          continue;
        }
        boolean done =
            one.kind() == DependencyKind.START
                ? start[other] >= 0 && start[other] + one.delaySeconds() <= now
                : hasEnded(other);
        if (!done) {
          return false;
        }
        success &= !log.conditions(other).fails();
      }
      return switch (one.kind()) {
        case SUCCESS -> success;
        case FAILURE -> !success;
        default -> true;
      };
    }
  }
}
