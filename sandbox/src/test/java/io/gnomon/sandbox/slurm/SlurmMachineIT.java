package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.BridgeRunner;
import io.gnomon.bridge.CommandLedger;
import io.gnomon.bridge.EventSink;
import io.gnomon.bridge.polling.PollSchedule;
import io.gnomon.bridge.slurm.SlurmPort;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.InvalidEventException;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.codec.EventCodec;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.NodeClass;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The machine, the requests and the placements that a bridge publishes, and the mirror of the
 * controller, equal those of a real Slurm with three node types, GPUs, memory, features, two
 * partitions that share a node, and reservations.
 */
@Tag("slurm")
class SlurmMachineIT {
  private static final Pattern FIELD = Pattern.compile("(\\w+)=(\\S*)");

  /** Packages of Debian print {@code slurm-wlm 26.05.1}, other builds {@code slurm 26.05.1}. */
  private static final Pattern VERSION = Pattern.compile("^slurm(?:-wlm)? (\\d+)\\.");

  @TempDir private static Path folder;
  private static RealSlurm slurm;

  @TempDir private Path state;
  private final PollSchedule pacing =
      new PollSchedule(Duration.ofSeconds(5), Duration.ofSeconds(60));
  private final Published published = new Published();
  private SlurmPort port;
  private BridgeRunner runner;
  private int checkpoints;

  @BeforeAll
  static void startSlurm() throws Exception {
    slurm = RealSlurm.startSite(folder);
  }

  @AfterAll
  static void stopSlurm() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  /** Follows the events as a reader of the topic does, from their encoded form. */
  private static final class Published implements EventSink {
    private final EventCodec codec = new EventCodec();
    private final Map<String, NodeState> nodes = new TreeMap<>();
    private final Map<String, ResourceRequest> requests = new HashMap<>();
    private final Map<String, List<PlacedNodes>> placements = new TreeMap<>();
    private DeclaredMachine machine;
    private Mirror mirror;

    @Override
    public void send(GnomonEvent event) {
      try {
        GnomonEvent decoded = codec.decode(codec.encodeStructured(event).value());
        apply(decoded);
        mirror(decoded);
      } catch (InvalidEventException | RejectedEventException e) {
        throw new AssertionError(event + " is rejected: " + e.getMessage(), e);
      }
    }

    private void mirror(GnomonEvent event) throws RejectedEventException {
      if (event.data() instanceof ClusterDeclared declared) {
        if (mirror == null) {
          mirror =
              new Mirror(declared.timeOrigin(), declared.processors(), new MirrorListener() {});
        }
        mirror.declare(declared.processors(), declared.machine(), null);
      } else if (event.data() instanceof ClusterSnapshot snapshot) {
        mirror.replace(snapshot);
      } else {
        mirror.apply(event.data());
      }
    }

    /** CPUs, memory and GPUs that are not free on each node of the mirror. */
    Map<String, String> mirrored() {
      Nodes at = mirror.state().nodes();
      Map<String, String> held = new TreeMap<>();
      for (int node = 0; node < at.machine().nodes(); node++) {
        NodeClass all = at.machine().nodeClass(node);
        held.put(
            at.machine().name(node),
            "%d %d %d"
                .formatted(
                    all.cpus() - at.free().cpus(node),
                    all.memory() - at.free().memory(node),
                    all.gpuCount() - at.free().gpus(node)));
      }
      return held;
    }

    private void apply(GnomonEvent event) {
      if (event.data() instanceof ClusterDeclared declared) {
        replace(declared.machine());
      } else if (event.data() instanceof ClusterSnapshot snapshot) {
        replace(snapshot.machine());
        requests.clear();
        placements.clear();
        snapshot
            .jobs()
            .forEach(
                job -> {
                  requests.put(job.job(), job.request());
                  placements.put(job.job(), job.placement());
                });
      } else if (event.data() instanceof CapacityChanged changed) {
        changed
            .nodes()
            .forEach(change -> change.names().forEach(name -> nodes.put(name, change.state())));
      } else if (event.data() instanceof JobSubmitted job) {
        requests.put(job.job(), job.request());
      } else if (event.data() instanceof JobModified job && job.request() != null) {
        requests.put(job.job(), job.request());
      } else if (event.data() instanceof JobStarted job) {
        placements.put(job.job(), job.placement());
      } else if (event.data() instanceof JobFinished job) {
        placements.remove(job.job());
      } else if (event.data() instanceof JobRequeued job) {
        placements.remove(job.job());
      } else if (event.data() instanceof JobCancelled job) {
        placements.remove(job.job());
      }
    }

    private void replace(DeclaredMachine other) {
      machine = other;
      nodes.clear();
      machine
          .nodes()
          .forEach(group -> group.names().forEach(name -> nodes.put(name, group.state())));
    }

    /** CPUs, memory and GPUs that the jobs hold on each node. */
    Map<String, String> held() {
      Map<String, long[]> sums = new TreeMap<>();
      nodes.keySet().forEach(name -> sums.put(name, new long[3]));
      for (List<PlacedNodes> placement : placements.values()) {
        for (PlacedNodes part : placement) {
          part.nodes()
              .forEach(
                  name -> {
                    long[] sum = sums.get(name);
                    sum[0] += part.cpus();
                    sum[1] += part.memoryMb();
                    sum[2] += part.gpus().getOrDefault("a100", 0);
                  });
        }
      }
      Map<String, String> held = new TreeMap<>();
      sums.forEach((name, sum) -> held.put(name, sum[0] + " " + sum[1] + " " + sum[2]));
      return held;
    }

    /** The nodes of each running job. */
    Map<String, List<String>> hosts() {
      Map<String, List<String>> hosts = new TreeMap<>();
      placements.forEach(
          (job, placement) -> {
            List<String> names = new ArrayList<>();
            placement.forEach(part -> names.addAll(part.nodes().names()));
            if (!names.isEmpty()) {
              hosts.put(job, names.stream().sorted().toList());
            }
          });
      return hosts;
    }

    @Override
    public void flush() {}
  }

  private void connect() throws Exception {
    port = slurm.readOnlyPort("site", state, pacing, "easy");
    runner = new BridgeRunner("site", port, published, CommandLedger.NONE, 0);
    runner.start();
  }

  private String submit(String arguments) throws Exception {
    return slurm
        .shell("sbatch --parsable -o /dev/null " + arguments + " --wrap 'sleep 300'")
        .strip();
  }

  /** Allocated CPUs, memory and GPUs of each node, by {@code scontrol show node}. */
  private static Map<String, String> allocated() throws Exception {
    Map<String, String> nodes = new TreeMap<>();
    for (Map<String, String> node : nodes()) {
      Matcher gpus = Pattern.compile("gpu:a100:(\\d+)").matcher(node.getOrDefault("GresUsed", ""));
      nodes.put(
          node.get("NodeName"),
          node.get("CPUAlloc")
              + " "
              + node.get("AllocMem")
              + " "
              + (gpus.find() ? gpus.group(1) : 0));
    }
    return nodes;
  }

  private static List<Map<String, String>> nodes() throws Exception {
    return slurm
        .run("scontrol", "show", "node", "-d", "-o")
        .lines()
        .map(SlurmMachineIT::fields)
        .toList();
  }

  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      fields.putIfAbsent(matcher.group(1), matcher.group(2));
    }
    return fields;
  }

  /** The nodes of each running job, by squeue. */
  private static Map<String, List<String>> squeue() throws Exception {
    Map<String, List<String>> hosts = new TreeMap<>();
    for (String line : slurm.run("squeue", "-h", "-r", "-t", "R", "-o", "%i %N").lines().toList()) {
      String[] job = line.split(" ", -1);
      hosts.put(
          job[0], slurm.run("scontrol", "show", "hostnames", job[1]).lines().sorted().toList());
    }
    return hosts;
  }

  /** Available nodes by sinfo; drained ones are those that run jobs to their end. */
  private static Map<String, NodeState> sinfo() throws Exception {
    Map<String, NodeState> nodes = new TreeMap<>();
    for (String line : slurm.run("sinfo", "-h", "-N", "-o", "%N %T").lines().toList()) {
      String[] node = line.split(" ", -1);
      nodes.put(
          node[0],
          node[1].startsWith("down")
              ? NodeState.DOWN
              : node[1].startsWith("drain") ? NodeState.DRAINED : NodeState.UP);
    }
    return nodes;
  }

  /** Polls until Slurm reports the same before and after, then compares. */
  private void checkpoint(int running) {
    Awaitility.await(running + " running jobs")
        .atMost(Duration.ofSeconds(40))
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              Map<String, String> before = allocated();
              Map<String, List<String>> jobs = squeue();
              pacing.pollNow();
              runner.publishChanges();
              if (jobs.size() != running
                  || !slurm.run("squeue", "-h", "-t", "CG").isBlank()
                  || !allocated().equals(before)
                  || !squeue().equals(jobs)) {
                return false;
              }
              assertThat(published.hosts()).isEqualTo(jobs);
              assertThat(published.held()).isEqualTo(before);
              assertThat(published.mirrored()).isEqualTo(before);
              assertThat(published.nodes).isEqualTo(sinfo());
              return true;
            });
    checkpoints++;
  }

  @Test
  void publishesNodesRequestsAndPlacementsAsSlurmHasThem() throws Exception {
    connect();
    checkpoint(0);
    assertThat(published.machine.nodes())
        .extracting(
            group ->
                "%s %d %d %s %s %d"
                    .formatted(
                        group.names(),
                        group.cpus(),
                        group.memoryMb(),
                        group.gpus(),
                        group.features(),
                        group.weight()))
        .containsExactly(
            "c[001-004] 16 64000 {} [cpu, ib] 10",
            "g[001-002] 32 256000 {a100=4} [gpu, ib] 100",
            "m001 16 512000 {} [cpu, bigmem] 50");
    assertThat(published.machine.partitions())
        .extracting(
            partition ->
                "%s %s %d %d %d %d %d %s"
                    .formatted(
                        partition.name(),
                        partition.nodes(),
                        partition.maxTimeSeconds(),
                        partition.defaultTimeSeconds(),
                        partition.maxNodes(),
                        partition.tier(),
                        partition.defaultMemoryPerCpuMb(),
                        partition.isDefault()))
        .containsExactly(
            "batch c[001-004],g002,m001 86400 600 -1 1 2000 true",
            "gpu g[001-002] 3600 300 2 2 1000 false");
    assertThat(published.machine.reservations()).isEmpty();

    String wide = submit("-n 20 --mem-per-cpu=1500 -C 'ib&cpu' -t 30 --hold");
    String exclusive = submit("-N 1 --exclusive -t 5 -C ib -w c004 --hold");
    String large = submit("-n 2 --mem=300G -t 5 --hold");
    String perNode = submit("-p gpu -n 4 --gres=gpu:a100:2 --mem=10G -t 5 --hold");
    String perJob = submit("-p gpu -N 2 -n 6 --gpus=5 -t 5 --hold");
    checkpoint(0);
    slurm.shell("scontrol release " + String.join(" ", wide, exclusive, large, perNode, perJob));
    checkpoint(5);
    String later = submit("-n 1 --begin=now+1hour -t 5");
    String array = submit("-p batch,gpu -n 2 -c 2 --array=1-3%1 -d afterany:" + later);
    String many = submit("-N 2-3 -n 12 --ntasks-per-node=6 --mem=50G -t 5 --hold");
    checkpoint(5);

    assertThat(published.requests.get(wide))
        .isEqualTo(
            request("batch", 1, most(20), 20).features("ib&cpu").memoryPerCpuMb(1500).build());
    assertThat(published.requests.get(exclusive))
        .isEqualTo(
            request("batch", 1, 1, 1).features("ib").exclusive(true).memoryPerCpuMb(2000).build());
    assertThat(published.requests.get(large))
        .isEqualTo(request("batch", 1, most(2), 2).memoryPerNodeMb(300 * 1024).build());
    assertThat(published.requests.get(perNode))
        .isEqualTo(
            request("gpu", 1, most(4), 4)
                .memoryPerNodeMb(10 * 1024)
                .gpusPerNode(Map.of("a100", 2))
                .build());
    assertThat(published.requests.get(perJob))
        .isEqualTo(
            request("gpu", 2, 2, 6)
                .memoryPerCpuMb(1000)
                .gpusPerJob(Map.of(ResourceRequest.ANY_GPU, 5))
                .build());
    assertThat(published.requests.get(later).beginTime())
        .isEqualTo(Long.parseLong(slurm.run("squeue", "-h", "-j", later, "-o", "%S").strip()));
    ResourceRequest task = published.requests.get(array + "_2");
    assertThat(task.array()).isEqualTo(new ArrayTask(array, 1));
    assertThat(task.dependency()).isEqualTo("afterany:" + later);
    assertThat(task.partitions())
        .as("since Slurm 26.05, those of a higher tier first")
        .containsExactlyInAnyOrder("batch", "gpu");
    assertThat(task.cpusPerTask()).isEqualTo(2);
    assertThat(published.requests.get(many))
        .isEqualTo(
            request("batch", 2, 3, 12)
                .tasksPerNode(6)
                .cpusPerNode(6)
                .memoryPerNodeMb(50 * 1024)
                .build());

    slurm.shell(
        "scontrol create reservation ReservationName=later StartTime=now+2hours Duration=60"
            + " Nodes=c[001-002] Users=root;"
            + "scontrol update NodeName=c004 State=DRAIN Reason=disk;"
            + "scontrol release "
            + many
            + "; scancel "
            + wide
            + " "
            + perNode);
    checkpoint(4);
    assertThat(published.machine.reservations())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.nodes()).hasToString("c[001-002]");
              assertThat(one.users()).containsExactly("root");
              assertThat(one.end() - one.start()).isEqualTo(3600);
            });
    assertThat(published.nodes).containsEntry("c004", NodeState.DRAINED);
    assertThat(published.requests.get(many).nodes().max()).as("as requested").isEqualTo(3);

    // Slurm may have started the job of two or three nodes before or after it cancelled the others
    Set<String> expected = new TreeSet<>(Set.of(later));
    squeue().entrySet().stream()
        .filter(running -> !running.getValue().contains("m001"))
        .forEach(running -> expected.add(running.getKey()));
    expected.remove(exclusive);
    assertThat(expected).contains(perJob);
    slurm.shell(
        "scontrol update NodeName=m001 State=DOWN Reason=power;"
            + "scancel "
            + exclusive
            + "; scontrol update NodeName=c004 State=RESUME;"
            + "scontrol delete ReservationName=later;"
            + "scontrol update JobId="
            + later
            + " StartTime=now");
    // the jobs on m001 are requeued, and later starts; m001 registers again by itself
    checkpoint(expected.size());
    assertThat(published.machine.reservations()).isEmpty();
    assertThat(published.hosts()).containsOnlyKeys(expected);
    assertThat(published.requests.get(later).beginTime()).isEqualTo(-1);
    slurm.shell("scancel -u root");
    checkpoint(0);
    assertThat(checkpoints).isEqualTo(7);
  }

  /** The most nodes of a job without {@code -N}: since Slurm 26.05, as many as it has tasks. */
  private static int most(int tasks) throws Exception {
    Matcher version = VERSION.matcher(slurm.shell("sinfo --version"));
    assertThat(version.find()).isTrue();
    return Integer.parseInt(version.group(1)) >= 26 ? tasks : -1;
  }

  private static ResourceRequest.Builder request(String partition, int min, int max, int tasks) {
    return ResourceRequest.builder().nodes(min, max).tasks(tasks).partitions(List.of(partition));
  }
}
