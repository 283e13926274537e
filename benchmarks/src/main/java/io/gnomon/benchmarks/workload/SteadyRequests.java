package io.gnomon.benchmarks.workload;

import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * An endless stream of jobs of 100 shapes for nodes of three classes. The first jobs arrive at
 * second 0, the others faster while there are fewer active jobs than at the start, and slower while
 * there are more. Runtimes are half the estimates.
 */
public final class SteadyRequests implements Arrivals {
  private static final int LONGEST = 4 * 3600;
  private static final int CPUS = 32;
  private static final int MIB = 128 * 1024;
  private static final int SHAPES = 100;

  private final List<Shape> shapes;
  private final int backlog;
  private final double gap; // with which the nodes can keep up if they are never idle
  private int active;
  private double nextTime;
  private int next;

  /**
   * Creates the stream.
   *
   * @param known the shapes of the cluster for which jobs arrive, on a {@link #machine}
   * @param backlog number of jobs that are active
   */
  public SteadyRequests(Shapes known, int backlog) {
    this(
        requests().stream().map(request -> known.of(request, 1)).toList(),
        backlog,
        meanCpus() * LONGEST / 4 / known.machine().cpus());
  }

  private SteadyRequests(List<Shape> shapes, int backlog, double gap) {
    this.shapes = shapes;
    this.backlog = backlog;
    this.gap = gap;
  }

  private static double meanCpus() {
    return requests().stream().mapToInt(Request::cpus).average().orElseThrow();
  }

  /**
   * A cluster of nodes with 32 CPUs each: 80 % have 128 GiB of memory, 10 % four times as much, and
   * 10 % four GPUs.
   *
   * @param nodes at least 10
   */
  public static Machine machine(int nodes) {
    int special = nodes / 10;
    return new Machine.Builder()
        .node("c[1-" + (nodes - 2 * special) + "]", nodeClass(MIB, Map.of(), 1))
        .node("m[1-" + special + "]", nodeClass(4 * MIB, Map.of(), 2))
        .node("g[1-" + special + "]", nodeClass(MIB, Map.of("a100", 4), 3))
        .build();
  }

  private static NodeClass nodeClass(int memory, Map<String, Integer> gpus, int weight) {
    return new NodeClass(CPUS, 1, memory, gpus, Set.of(), weight);
  }

  /** One hundred different requests: single CPUs to four nodes, little and much memory, GPUs. */
  public static List<Request> requests() {
    List<Request> requests = new ArrayList<>();
    for (int cpus = 1; cpus <= CPUS; cpus *= 2) {
      for (int memoryPerCpu : List.of(0, 1024, 2048, 4096, 8192, 16_384)) {
        for (int nodes = 1; nodes <= 4; nodes *= 2) {
          Request.Builder request =
              new Request.Builder().nodes(nodes, nodes).tasks(nodes * cpus).tasksPerNode(cpus);
          requests.add(request.memoryPerCpu(memoryPerCpu).build());
        }
      }
    }
    List<Request> chosen = new ArrayList<>(requests.subList(0, SHAPES - 4));
    for (int gpus = 1; gpus <= 4; gpus++) {
      chosen.add(
          new Request.Builder()
              .tasks(gpus)
              .memoryPerCpu(4096)
              .gpusPerNode(Map.of("a100", gpus))
              .build());
    }
    return chosen;
  }

  /** Records that a job has ended. */
  public void ended() {
    active--;
  }

  @Override
  public int nextTime() {
    return (int) nextTime;
  }

  @Override
  public void take(Arrival into) {
    SplittableRandom random = new SplittableRandom(next);
    active++;
    into.job = next++;
    Shape shape = shapes.get(random.nextInt(shapes.size()));
    into.shape = shape.id();
    into.width = shape.width();
    into.estimate = 2 + random.nextInt(LONGEST - 1);
    into.runtime = Math.max(1, into.estimate / 2);
    if (next == backlog) {
      nextTime = 1;
    } else if (next > backlog) {
      nextTime += active < backlog ? gap / 2 : 2 * gap;
    }
  }

  @Override
  public Arrivals fork() {
    SteadyRequests fork = new SteadyRequests(shapes, backlog, gap);
    fork.active = active;
    fork.nextTime = nextTime;
    fork.next = next;
    return fork;
  }
}
