package io.gnomon.sim.machine.placement;

import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The snapshot of shapes that are in use. It has each request once; numbers of shapes are written
 * as indexes into it, because a restored process numbers its shapes anew.
 */
public final class ShapeSnapshot {
  private static final String REQUESTS = "requests";
  private static final String SHAPE = "shape";
  private static final String LICENSES = "licenses";
  private static final String RESERVATION = "reservation";

  private ShapeSnapshot() {}

  /**
   * Adds the shapes of some jobs to a snapshot.
   *
   * @param numbers of their shapes; a negative number stands for a job without a shape
   */
  public static void write(Shapes shapes, int[] numbers, Snapshot into) {
    Map<Integer, Integer> indexes = new HashMap<>();
    List<Snapshot> requests = new ArrayList<>();
    int[] written = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      Integer index = numbers[i] < 0 ? Integer.valueOf(-1) : indexes.get(numbers[i]);
      if (index == null) {
        index = requests.size();
        indexes.put(numbers[i], index);
        requests.add(snapshot(shapes.get(numbers[i])));
      }
      written[i] = index;
    }
    into.putSections(REQUESTS, requests).put(SHAPE, written);
  }

  /** Whether a snapshot has shapes. */
  public static boolean isIn(Snapshot snapshot) {
    return snapshot.has(REQUESTS);
  }

  /**
   * Returns the numbers of the shapes of the jobs in a snapshot.
   *
   * @param jobs how many jobs it has
   * @throws IllegalArgumentException if a field is missing or not valid
   */
  public static int[] read(Shapes shapes, Snapshot snapshot, int jobs) {
    int[] numbers =
        snapshot.getSections(REQUESTS).stream()
            .mapToInt(request -> shapes.of(request(request), request.getInts("permitted")).id())
            .toArray();
    int[] indexes = snapshot.getInts(SHAPE, jobs);
    for (int i = 0; i < jobs; i++) {
      if (indexes[i] >= numbers.length) {
        throw new IllegalArgumentException(
            snapshot.describe(SHAPE)
                + " has index "
                + indexes[i]
                + "; there are "
                + numbers.length
                + " requests");
      }
      indexes[i] = indexes[i] < 0 ? -1 : numbers[indexes[i]];
    }
    return indexes;
  }

  private static Snapshot snapshot(Shape shape) {
    Request request = shape.request();
    Snapshot snapshot = new Snapshot();
    if (!request.licenses().isEmpty()) {
      snapshot.put(LICENSES, counts(request.licenses()));
    }
    if (!request.reservation().isEmpty()) {
      snapshot.put(RESERVATION, request.reservation());
    }
    return snapshot
        .put("minNodes", request.minNodes())
        .put("maxNodes", request.maxNodes())
        .put("tasks", request.tasks())
        .put("tasksPerNode", request.tasksPerNode())
        .put("cpusPerTask", request.cpusPerTask())
        .put("memoryPerNode", request.memoryPerNode())
        .put("memoryPerCpu", request.memoryPerCpu())
        .put("gpusPerNode", counts(request.gpusPerNode()))
        .put("gpusPerJob", counts(request.gpusPerJob()))
        .put("features", request.features().toString())
        .putStrings("partitions", request.partitions())
        .put("exclusive", request.exclusive())
        .put("permitted", shape.permitted());
  }

  private static Request request(Snapshot snapshot) {
    return new Request.Builder()
        .nodes(snapshot.getInt("minNodes"), snapshot.getInt("maxNodes"))
        .tasks(snapshot.getInt("tasks"))
        .tasksPerNode(snapshot.getInt("tasksPerNode"))
        .cpusPerTask(snapshot.getInt("cpusPerTask"))
        .memoryPerNode(snapshot.getInt("memoryPerNode"))
        .memoryPerCpu(snapshot.getInt("memoryPerCpu"))
        .gpusPerNode(counts(snapshot.getSection("gpusPerNode")))
        .gpusPerJob(counts(snapshot.getSection("gpusPerJob")))
        .features(Features.parse(snapshot.getString("features")))
        .partitions(snapshot.getStrings("partitions"))
        .exclusive(snapshot.getBoolean("exclusive"))
        .licenses(snapshot.has(LICENSES) ? counts(snapshot.getSection(LICENSES)) : Map.of())
        .reservation(snapshot.has(RESERVATION) ? snapshot.getString(RESERVATION) : "")
        .build();
  }

  private static Snapshot counts(Map<String, Integer> counts) {
    List<String> types = counts.keySet().stream().sorted().toList();
    return new Snapshot()
        .putStrings("type", types)
        .put("count", types.stream().mapToInt(counts::get).toArray());
  }

  private static Map<String, Integer> counts(Snapshot snapshot) {
    List<String> types = snapshot.getStrings("type");
    int[] counts = snapshot.getInts("count", types.size());
    Map<String, Integer> byType = new HashMap<>();
    for (int i = 0; i < counts.length; i++) {
      byType.put(types.get(i), counts[i]);
    }
    return byType;
  }
}
