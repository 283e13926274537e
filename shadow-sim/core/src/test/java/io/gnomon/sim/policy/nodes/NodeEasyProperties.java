package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class NodeEasyProperties {
  private static final List<String> SPECS =
      List.of(
          "fcfs",
          "easy",
          "easy(order=shortest)",
          "easy(order=shortest, head=order)",
          "easy(order=shortest, head=none)");

  @Property(tries = 50, seed = "1")
  void startsJobsLikeThePlainVersion(@ForAll Random random) {
    Machine machine = Sites.machine(random, random.nextBoolean());
    JobLog log = Sites.jobs(random, machine, 80);
    for (String spec : SPECS) {
      NodeRuns.assertStartsLike(plain(spec), machine, log, spec);
    }
  }

  private static SchedulingPolicy plain(String spec) {
    HeadSelection head =
        spec.contains("head=order")
            ? HeadSelection.ORDER
            : spec.contains("head=none") ? HeadSelection.NONE : HeadSelection.ARRIVAL;
    return new PlainNodeEasy(
        !spec.equals("fcfs"), head, estimate -> spec.contains("shortest") ? estimate : 0);
  }

  @Property(tries = 50, seed = "1")
  void oneCpuNodesAreAPool(@ForAll Random random) {
    int processors = 1 + random.nextInt(12);
    JobLog log = Sites.plainJobs(random, processors, 80);
    NodeRuns.assertOneCpuNodesAreAPool(processors, log, SPECS);
  }

  @Property(tries = 50, seed = "1")
  void noNodeGivesMoreThanItHasAndEveryPossibleJobRuns(@ForAll Random random) {
    Machine machine = Sites.machine(random, false);
    JobLog log = Sites.jobs(random, machine, 80);
    for (String spec : SPECS) {
      NodeRuns.assertAllRunWithinTheMachine(machine, log, spec);
    }
  }
}
