package io.gnomon.sim.policy.slurm.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.nodes.Site;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * Jobs of the QOS high preempt those of low, normal, kept and patient on nodes of 4 CPUs. Jobs of
 * patient have a grace time of 30 s.
 */
class QosPreemptionTest {
  private static final int CPUS = 4;
  private static final Map<String, Qos> QOS = new TreeMap<>();

  static {
    qos("low", 1, Set.of(), PreemptMode.CANCEL);
    qos("normal", 10, Set.of(), PreemptMode.CLUSTER);
    qos("kept", 5, Set.of(), PreemptMode.OFF);
    qos("high", 100, Set.of("low", "normal", "kept", "patient"), PreemptMode.CLUSTER);
    QOS.put(
        "patient",
        new Qos("patient", 7, 1, Limits.NONE, Set.of(), List.of(), PreemptMode.REQUEUE, 30));
  }

  private static void qos(String name, long priority, Set<String> preempts, PreemptMode mode) {
    QOS.put(
        name, new Qos(name, priority, 1, Limits.NONE, Set.of(), List.copyOf(preempts), mode, 0));
  }

  private static ClusterState state(int nodes) {
    return new Site(Machine.of(nodes, NodeClass.of(CPUS, 0)))
        .account("a")
        .users("a", "ann")
        .settings(Site.settings(3600, Site.weights(0, 0, 1000)))
        .qos(QOS.values().toArray(Qos[]::new))
        .state();
  }

  private static void job(JobLogBuilder log, int submit, int runtime, int cpus, String qos) {
    log.job(log.size() + 1, submit, runtime, 600, cpus);
    log.request(new Request.Builder().nodes(1, 1).tasks(cpus).build());
    log.jobAccount(new JobAccount("ann", "a", qos, 0));
  }

  /** What happens to the jobs under a policy. */
  private static List<String> events(JobLogBuilder log, String policy) {
    return PreemptionTest.Events.of(state(1), policy, log.build());
  }

  /**
   * Job 3 of high needs 2 CPUs: job 2 of low makes room before job 1 of normal, although it came
   * later, and ends because its QOS says so. Job 4 of high then takes the CPUs of job 1, which
   * waits again. Job 5 of high finds only jobs of its own QOS.
   */
  @Test
  void theQosOfTheLowestPriorityIsPreemptedFirstInTheModeOfItsOwn() {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 100, 2, "normal");
    job(log, 0, 100, 2, "low");
    job(log, 10, 20, 2, "high");
    job(log, 15, 20, 2, "high");
    job(log, 20, 5, 2, "high");

    assertThat(events(log, "slurm(PreemptType=qos, PreemptMode=requeue)"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "2 cancelled at 10",
            "3 starts at 10",
            "1 requeued at 15",
            "4 starts at 15",
            "3 ends at 30",
            "5 starts at 30",
            "4 ends at 35",
            "5 ends at 35",
            "1 starts at 135",
            "1 ends at 235");
  }

  /**
   * Job 3 of high needs the whole node, and both jobs of patient may go on until 40. Job 1 ends
   * before that, job 2 waits again. Job 4 cannot use what job 1 leaves, as it would delay job 3.
   */
  @Test
  void jobsGoOnForTheGraceTimeOfTheirQos() {
    JobLogBuilder log = JobLog.builder();
    job(log, 0, 25, 2, "patient");
    job(log, 0, 100, 2, "patient");
    job(log, 10, 20, 4, "high");
    job(log, 15, 5, 2, "low");

    assertThat(events(log, "slurm(PreemptType=qos, PreemptMode=cancel)"))
        .containsExactly(
            "1 starts at 0",
            "2 starts at 0",
            "1 ends at 25",
            "2 requeued at 40",
            "3 starts at 40",
            "3 ends at 60",
            "4 starts at 60",
            "4 ends at 65",
            "2 starts at 160",
            "2 ends at 260");
  }

  /** A job that runs on one node. */
  private record Running(int job, String qos, int cpus, int node) {}

  /**
   * The plain choice. Only one node gets enough CPUs from the first jobs in order of priority, as
   * each job runs on one node; of the jobs on it, as many go as are needed.
   */
  private static Set<Integer> plainVictims(List<Running> running, int[] free, int cpus) {
    List<Running> candidates = new ArrayList<>();
    for (Running job : running) {
      if (QOS.get("high").preempts().contains(job.qos()) && !job.qos().equals("kept")) {
        candidates.add(job);
      }
    }
    candidates.sort(
        Comparator.comparingLong((Running job) -> QOS.get(job.qos()).priority())
            .thenComparingInt(Running::job));
    int[] given = free.clone();
    for (int last = 0; last < candidates.size(); last++) {
      int node = candidates.get(last).node();
      given[node] += candidates.get(last).cpus();
      if (given[node] >= cpus) {
        int left = cpus - free[node];
        Set<Integer> victims = new TreeSet<>();
        for (Running job : candidates.subList(0, last + 1)) {
          if (job.node() == node && left > 0) {
            victims.add(job.job());
            left -= job.cpus();
          }
        }
        return victims;
      }
    }
    return Set.of();
  }

  @Property(tries = 300)
  void victimsAreThoseOfThePlainChoice(@ForAll long seed) {
    Random random = new Random(seed);
    int nodes = 1 + random.nextInt(4);
    List<String> names = List.copyOf(QOS.keySet());
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < 4 * nodes; job++) {
      job(log, 0, 500, 1 + random.nextInt(CPUS), names.get(random.nextInt(names.size())));
    }
    int cpus = 1 + random.nextInt(CPUS);
    job(log, 10, 500, cpus, "high");
    JobLog jobs = log.build();
    ClusterState state = state(nodes);
    new Simulation(
            state,
            Policies.create("slurm", state),
            new LogArrivals(jobs, state),
            new SimulationListener() {})
        .runUntil(20);
    int waiting = state.slotsByJob().get(jobs.size() - 1);
    if (state.phase(waiting) != JobPhase.WAITING) {
      return;
    }

    int[] free = new int[nodes];
    Arrays.fill(free, CPUS);
    List<Running> running = new ArrayList<>();
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      int node = state.nodes().placement(slot).nodes()[0];
      int width = state.nodes().shape(slot).request().cpus();
      free[node] -= width;
      String qos = state.accounting().account(slot).qos();
      running.add(new Running(state.job(slot), qos, width, node));
    }
    Preemption preemption =
        new Preemption(
            new PreemptionSettings(PreemptType.QOS, PreemptMode.REQUEUE, false, 0),
            state,
            new ConsTres(state.nodes().machine()));
    Shape shape = state.nodes().shapes().inPartition(state.nodes().shape(waiting), 0);
    boolean fits = Arrays.stream(free).anyMatch(cores -> cores >= cpus);
    if (fits) {
      return; // it waits for another reason than resources
    }
    Placement placement = preemption.placement(waiting, shape, state.nodes().free());
    Set<Integer> victims = new TreeSet<>();
    preemption.victims().forEach(slot -> victims.add(state.job(slot)));
    assertThat(victims).isEqualTo(plainVictims(running, free, cpus));
    assertThat(placement == null).isEqualTo(victims.isEmpty());
  }
}
