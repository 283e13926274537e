package io.gnomon.sim.machine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.slurm.SlurmMachine;
import io.gnomon.slurm.value.HostList;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * At each start in a schedule of Slurm's own code, with the jobs that ran then, the rules choose
 * the nodes that Slurm chose. Slurm's main scheduler chooses among all nodes; its backfill leaves
 * out those that it has reserved, which the schedule does not show.
 */
class GoldenPlacementTest {
  /** A job of the schedule with what it held. */
  private record Job(
      int start, int end, boolean byMainScheduler, Shape shape, Placement placement) {}

  private Machine machine;
  private Shapes shapes;

  @ParameterizedTest
  @CsvSource({
    "micro_a, micro_a, 0.98, 0.92",
    "micro_b, micro_a, 0.98, 0.92",
    "micro_c, micro_a, 0.98, 0.92",
    "micro_d, micro_a, 0.98, 0.92",
    "micro_e, micro_a, 0.98, 0.92",
    "micro_f, micro_a, 0.98, 0.92",
    "micro_g, micro_a, 0.98, 0.92",
    "micro_h, micro_a, 0.98, 0.92",
    "med5k, med5k, 0.99, 0.87"
  })
  void choosesTheNodesThatSlurmChose(
      String schedule, String conf, double ofMainScheduler, double ofAll) throws IOException {
    machine = SlurmMachine.read(Golden.file("conf/" + conf + "/slurm.conf"));
    shapes = new Shapes(machine);
    ConsTres rules = new ConsTres(machine);
    FreeResources free = new FreeResources(machine);
    PriorityQueue<Job> running = new PriorityQueue<>(Comparator.comparingInt(Job::end));
    int[] started = new int[2];
    int[] alike = new int[2];
    for (Job job : jobs(schedule)) {
      while (!running.isEmpty() && running.peek().end() <= job.start()) {
        free.give(running.remove().placement());
      }
      Placement chosen = rules.place(job.shape(), free);
      boolean same = chosen != null && nodes(chosen).equals(nodes(job.placement()));
      for (int i = job.byMainScheduler() ? 0 : 1; i < 2; i++) {
        started[i]++;
        alike[i] += same ? 1 : 0;
      }
      free.take(job.placement());
      running.add(job);
    }
    assertThat(alike[0]).isGreaterThanOrEqualTo((int) Math.ceil(ofMainScheduler * started[0]));
    assertThat(alike[1]).isGreaterThanOrEqualTo((int) Math.ceil(ofAll * started[1]));
  }

  private static List<Integer> nodes(Placement placement) {
    return IntStream.of(placement.nodes()).sorted().boxed().toList();
  }

  /** The jobs in the order in which Slurm started them; within a second, that of priority. */
  private List<Job> jobs(String schedule) throws IOException {
    Comparator<Map<String, String>> byPriority =
        Comparator.comparingDouble(row -> -Double.parseDouble(row.get("prio_at_start")));
    return Golden.rows(schedule + ".csv.gz", ",").stream()
        .sorted(
            Comparator.comparing((Map<String, String> row) -> number(row, "start", 0))
                .thenComparing(byPriority)
                .thenComparing(row -> number(row, "job_id", 0)))
        .map(
            row ->
                new Job(
                    number(row, "start", 0),
                    number(row, "end", 0),
                    row.get("scheduled_by").equals("SchedMain"),
                    shape(row),
                    heldBy(row)))
        .toList();
  }

  private static int number(Map<String, String> row, String column, int absent) {
    String text = row.get(column);
    return text.isEmpty() ? absent : Integer.parseInt(text);
  }

  private Placement heldBy(Map<String, String> row) {
    int[] nodes =
        HostList.expand(row.get("node_list").replace("\"", "")).stream()
            .mapToInt(machine::node)
            .toArray();
    int types = machine.gpuTypes().size();
    int[] cpus = new int[nodes.length];
    int[] memory = new int[nodes.length];
    int[] gpus = new int[nodes.length * types];
    int left = number(row, "cpus_alloc", 0);
    Shape shape = shape(row);
    for (int i = 0; i < nodes.length; i++) {
      cpus[i] = (left + nodes.length - i - 1) / (nodes.length - i);
      left -= cpus[i];
      Request request = shape.request();
      memory[i] = request.memoryPerNode() > 0 ? request.memoryPerNode() : 2800 * cpus[i];
      for (int type = 0; type < types; type++) {
        int has = machine.nodeClass(nodes[i]).gpus().getOrDefault(machine.gpuTypes().get(type), 0);
        gpus[i * types + type] = Math.min(has, request.gpusPerNode().getOrDefault("any", 0));
      }
    }
    return new Placement(0, nodes, cpus, memory, gpus);
  }

  private Shape shape(Map<String, String> row) {
    Request.Builder request = new Request.Builder();
    int least = number(row, "nodes_req", 0);
    int tasks = number(row, "tasks_req", Math.max(1, least));
    int perNode = number(row, "tasks_per_node", Partition.UNLIMITED);
    request.tasks(tasks).tasksPerNode(perNode);
    if (least > 0) {
      request.nodes(least, least);
    } else if (perNode != Partition.UNLIMITED) {
      request.nodes(1, (tasks - 1) / perNode + 1);
    }
    String memory = row.get("mem_req");
    if (!memory.isEmpty()) {
      int unit = memory.endsWith("G") ? 1024 : 1;
      request.memoryPerNode(unit * Integer.parseInt(memory.replaceAll("\\D", "")));
    }
    String gpus = row.get("gres");
    if (!gpus.isEmpty()) {
      request.gpusPerNode(
          Map.of("any", Integer.parseInt(gpus.substring(gpus.lastIndexOf(':') + 1))));
    }
    request.features(Features.parse(row.get("features")));
    request.partitions(List.of(row.get("partition")));
    request.exclusive(!row.get("exclusive").isEmpty());
    return shapes.of(request.build(), number(row, "timelimit_s", 1));
  }
}
