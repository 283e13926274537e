package io.gnomon.sim.policy.slurm.preempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.slurm.SlurmFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Jobs need a whole node of 4 CPUs; the partitions low, mid and high have their own settings. */
class PartitionPreemptionTest {
  private static final int CPUS = 4;
  private static final List<String> PARTITIONS = List.of("low", "mid", "high");

  private static Machine machine(int nodes, String low, String mid) throws Exception {
    return PreemptionTest.machine(
        "NodeName=n[1-%d] CPUs=%d RealMemory=1000".formatted(nodes, CPUS),
        "PartitionName=low Nodes=ALL Default=YES PriorityTier=1 " + low,
        "PartitionName=mid Nodes=ALL PriorityTier=5 " + mid,
        "PartitionName=high Nodes=ALL PriorityTier=10");
  }

  private static void job(JobLogBuilder log, int submit, int runtime, String partition) {
    log.job(log.size() + 1, submit, runtime, 600, CPUS)
        .request(
            new Request.Builder().nodes(1, 1).tasks(CPUS).partitions(List.of(partition)).build());
  }

  private static List<String> events(Machine machine, String settings, JobLog log) {
    String policy = "slurm(PreemptType=partition_prio, %s)".formatted(settings);
    return PreemptionTest.Events.of(new ClusterState(machine), policy, log);
  }

  /** Job 3 waits for the grace time of job 1; job 4 may not preempt job 2 of mid. */
  @Test
  void theModeAndGraceTimeOfAPartitionComeBeforeTheModeOfTheCluster() throws Exception {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 100, "low");
    job(log, 0, 50, "mid");
    job(log, 6, 10, "high");
    job(log, 8, 10, "high");
    Machine machine = machine(2, "PreemptMode=CANCEL GraceTime=10", "PreemptMode=OFF");

    assertThat(events(machine, "PreemptMode=requeue", log.build()))
        .containsExactly(
            "2 starts at 0",
            "1 starts at 0",
            "1 cancelled at 16",
            "3 starts at 16",
            "3 ends at 26",
            "4 starts at 26",
            "4 ends at 36",
            "2 ends at 50");
  }

  /** A job that is suspended has neither an exempt nor a grace time, and loses no work. */
  @Test
  void onePartitionCanSuspend() throws Exception {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 100, "low");
    job(log, 6, 10, "high");
    Machine machine = machine(1, "PreemptMode=SUSPEND,GANG GraceTime=10", "");

    assertThat(events(machine, "PreemptMode=requeue, PreemptExemptTime=1h", log.build()))
        .containsExactly(
            "1 starts at 0",
            "1 suspended at 6",
            "2 starts at 6",
            "2 ends at 16",
            "1 resumed at 16",
            "1 ends at 110");
  }

  /** The main scheduler finds at its next full pass, at 60, that job 1 has run for 20 s. */
  @Test
  void anExemptJobIsPreemptedLater() throws Exception {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 100, "low");
    job(log, 6, 10, "high");

    assertThat(
            events(
                machine(1, "", ""),
                "scheduler=builtin, PreemptMode=cancel, PreemptExemptTime=20s",
                log.build()))
        .containsExactly("1 starts at 0", "1 cancelled at 60", "2 starts at 60", "2 ends at 70");
  }

  @Test
  void anUnknownModeIsRejected() {
    assertThatThrownBy(() -> machine(1, "PreemptMode=CHECKPOINT", ""))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining(
            "PreemptMode is 'CHECKPOINT'; allowed are OFF, CANCEL, REQUEUE, SUSPEND and GANG");
  }

  /** How a partition is preempted. */
  private record Setting(String mode, int grace) {
    String line() {
      return "PreemptMode=%s GraceTime=%d".formatted(mode, grace);
    }
  }

  /** What is known of a job of the plain schedule. */
  private static final class Job {
    int eligible;
    int tier;
    int runtime;
    boolean ended;
  }

  /** The plain schedule of one node, second by second. */
  private static List<String> plainEvents(JobLog log, int[] tiers, Setting[] settings) {
    List<String> events = new ArrayList<>();
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < log.size(); i++) {
      Job job = new Job();
      job.eligible = log.submit(i);
      job.tier = tiers[i];
      job.runtime = log.runtime(i);
      jobs.add(job);
    }
    int running = -1;
    int end = 0;
    int killAt = Integer.MAX_VALUE;
    for (int now = 0; jobs.stream().anyMatch(job -> !job.ended); now++) {
      int second = now;
      if (running >= 0 && end == now) {
        events.add(running + 1 + " ends at " + now);
        jobs.get(running).ended = true;
        running = -1;
      }
      int current = running;
      IntSupplier first =
          () -> {
            int best = -1;
            for (int i = 0; i < jobs.size(); i++) {
              Job job = jobs.get(i);
              boolean waits = !job.ended && i != current && job.eligible <= second;
              if (waits && (best < 0 || job.tier > jobs.get(best).tier)) {
                best = i;
              }
            }
            return best;
          };
      int next = first.getAsInt();
      if (running >= 0 && killAt == Integer.MAX_VALUE && next >= 0) {
        Job job = jobs.get(running);
        Setting setting = settings[job.tier];
        if (jobs.get(next).tier > job.tier && !setting.mode().equals("OFF")) {
          killAt = now + setting.grace();
        }
      }
      if (running >= 0 && killAt == now) {
        Job job = jobs.get(running);
        boolean requeued = settings[job.tier].mode().equals("REQUEUE");
        events.add(running + 1 + (requeued ? " requeued at " : " cancelled at ") + now);
        job.ended = !requeued;
        job.eligible = now + Preemption.REQUEUE_DELAY;
        running = -1;
      }
      if (running < 0 && next >= 0) {
        running = next;
        end = now + jobs.get(next).runtime;
        killAt = Integer.MAX_VALUE;
        events.add(running + 1 + " starts at " + now);
      }
    }
    return events;
  }

  @Property(tries = 300)
  void jobsOfOneNodeRunAsInThePlainSchedule(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    Setting[] settings = new Setting[3];
    for (int tier = 0; tier < settings.length; tier++) {
      String mode = List.of("CANCEL", "REQUEUE", "REQUEUE", "OFF").get(random.nextInt(4));
      settings[tier] = new Setting(mode, random.nextInt(3) * random.nextInt(30));
    }
    int[] tiers = new int[12];
    JobLogBuilder log = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < tiers.length; job++) {
      submit += random.nextInt(40);
      tiers[job] = random.nextInt(3);
      job(log, submit, 1 + random.nextInt(100), PARTITIONS.get(tiers[job]));
    }
    JobLog jobs = log.build();
    Machine machine = machine(1, settings[0].line(), settings[1].line());

    assertThat(events(machine, "scheduler=builtin, batch_sched_delay=0s, PreemptMode=cancel", jobs))
        .isEqualTo(plainEvents(jobs, tiers, settings));
  }

  /** The fork of a simulation knows which jobs are in their grace time. */
  @Test
  void aForkEndsJobsAfterTheirGraceTime() throws Exception {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 100, "low");
    job(log, 6, 10, "high");
    ClusterState state = new ClusterState(machine(1, "GraceTime=10", ""));
    Simulation simulation =
        new Simulation(
            state,
            Policies.create("slurm(PreemptType=partition_prio, PreemptMode=cancel)", state),
            new LogArrivals(log.build(), state),
            new PreemptionTest.Events());
    simulation.runUntil(10);
    PreemptionTest.Events events = new PreemptionTest.Events();
    Simulation fork = simulation.fork(events);
    fork.continueRuntimes(simulation::runtime);
    fork.run();

    assertThat(events.events)
        .containsExactly("1 cancelled at 16", "2 starts at 16", "2 ends at 26");
  }
}
