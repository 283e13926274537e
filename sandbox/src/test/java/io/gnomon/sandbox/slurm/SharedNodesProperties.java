package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.polling.QueueObservation;
import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.bridge.polling.QueueTracker;
import io.gnomon.events.EventData;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Jobs share CPUs, as with OverSubscribe=FORCE, and the controller accepts what is published. */
class SharedNodesProperties {
  private static final String CLUSTER = "c";
  private static final Configuration IN_FORCE = new Configuration("easy", 1);
  private static final int CPUS = 4;
  private static final long BEGIN = 1_800_000_000;
  private static final long PERIOD = 60;
  private static final HostList NODES = HostList.of(List.of("n1", "n2"));
  private static final DeclaredMachine MACHINE =
      new DeclaredMachine(
          List.of(new NodeGroup(NODES, CPUS)),
          List.of(new MachinePartition("p", NODES)),
          List.of(),
          null,
          List.of());

  /** A job with its times, which do not depend on what else runs on its node. */
  private record Job(String name, long submit, long start, long end, PlacedNodes placement) {
    static Job random(int number, Random random) {
      long submit = BEGIN + random.nextInt(600);
      long start = submit + random.nextInt(200);
      return new Job(
          "j" + number,
          submit,
          start,
          start + random.nextInt(300),
          new PlacedNodes(
              HostList.of(NODES.names().get(random.nextInt(NODES.names().size()))),
              1 + random.nextInt(CPUS),
              EventData.NONE));
    }

    JobSnapshot at(long now) {
      boolean started = start <= now;
      return new JobSnapshot(
          name,
          started ? JobState.RUNNING : JobState.WAITING,
          submit,
          started ? start : EventData.NONE,
          new JobDescription(placement.cpus(), 600),
          EventData.NONE,
          0,
          EventData.NONE,
          started ? List.of(placement) : List.of());
    }
  }

  private static QueueObservation observe(List<Job> jobs, long now, Random random) {
    Map<String, Active> active = new LinkedHashMap<>();
    Map<String, Ended> ended = new LinkedHashMap<>();
    Set<String> leftOut = new HashSet<>();
    for (Job job : jobs) {
      if (job.end() <= now) {
        ended.put(job.name(), new Ended(job.at(now), job.end(), JobOutcome.COMPLETED));
      } else if (job.submit() <= now && random.nextInt(8) == 0) {
        leftOut.add(job.name());
      } else if (job.submit() <= now) {
        active.put(job.name(), new Active(job.at(now), 0));
      }
    }
    return new QueueObservation(now, 2 * CPUS, active, ended, List.of(), MACHINE, leftOut);
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void theControllerFollowsWithoutARejectedEvent(@ForAll long seed) {
    Random random = new Random(seed);
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(Job.random(i, random));
    }
    QueueTracker tracker = new QueueTracker();
    BridgedController controller = new BridgedController(CLUSTER);
    List<EventData> published = new ArrayList<>();
    published.add(
        new ClusterDeclared(BEGIN, 2 * CPUS, BEGIN, "slurm", null, IN_FORCE, MACHINE, null));
    long sequence = 0;
    for (long now = BEGIN + PERIOD; now < BEGIN + 20 * PERIOD; now += PERIOD) {
      QueueObservation seen = observe(jobs, now, random);
      published.addAll(tracker.advance(seen, sequence + published.size(), IN_FORCE));
      for (EventData event : published) {
        sequence++;
        controller.send(GnomonEvent.of(CLUSTER, "c-" + sequence, sequence, null, event));
      }
      published.clear();
      assertThat(controller.rejected).as("seed %d", seed).isEmpty();
      assertThat(controller.requests).as("seed %d", seed).isEmpty();
      assertThat(controller.jobs().keySet())
          .isEqualTo(
              Set.copyOf(tracker.snapshot(1, null).jobs().stream().map(JobSnapshot::job).toList()));
    }
  }
}
