package io.gnomon.sim.machine.placement;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The snapshot of placements: one column per attribute, with the nodes of all jobs in one row. */
public final class PlacementSnapshot {
  private PlacementSnapshot() {}

  /**
   * Adds the placements of some jobs to a snapshot.
   *
   * @param placements null for a job that has not started
   */
  public static void write(List<@Nullable Placement> placements, Snapshot into) {
    List<Placement> placed = placements.stream().filter(one -> one != null).toList();
    into.put("placed", placements.stream().mapToInt(one -> one == null ? 0 : one.size()).toArray())
        .put("placedPartition", placed.stream().mapToInt(Placement::partition).toArray())
        .put(
            "placedNode", placed.stream().flatMapToInt(one -> Arrays.stream(one.nodes())).toArray())
        .put("placedCpus", column(placed, Placement::cpus))
        .put("placedMemory", column(placed, Placement::memory))
        .put("placedGpuTypes", placed.stream().mapToInt(Placement::gpuTypes).toArray())
        .put(
            "placedGpus",
            placed.stream()
                .flatMapToInt(
                    one ->
                        IntStream.range(0, one.size() * one.gpuTypes())
                            .map(i -> one.gpus(i / one.gpuTypes(), i % one.gpuTypes())))
                .toArray());
  }

  @FunctionalInterface
  private interface Cell {
    int of(Placement placement, int i);
  }

  private static int[] column(List<Placement> placed, Cell cell) {
    return placed.stream()
        .flatMapToInt(one -> IntStream.range(0, one.size()).map(i -> cell.of(one, i)))
        .toArray();
  }

  /**
   * Returns the placements in a snapshot; null for a job that has not started.
   *
   * @param jobs how many jobs it has
   * @throws IllegalArgumentException if a field is missing or has the wrong length
   */
  public static @Nullable Placement[] read(Snapshot snapshot, int jobs) {
    int[] sizes = snapshot.getInts("placed", jobs);
    int nodeCount = Arrays.stream(sizes).sum();
    int[] nodes = snapshot.getInts("placedNode", nodeCount);
    int[] cpus = snapshot.getInts("placedCpus", nodeCount);
    int[] memory = snapshot.getInts("placedMemory", nodeCount);
    int placed = (int) Arrays.stream(sizes).filter(size -> size > 0).count();
    int[] partitions = snapshot.getInts("placedPartition", placed);
    int[] types = snapshot.getInts("placedGpuTypes", placed);
    int[] gpus = snapshot.getInts("placedGpus");
    @Nullable Placement[] placements = new Placement[jobs];
    int at = 0;
    int gpu = 0;
    int next = 0;
    for (int i = 0; i < jobs; i++) {
      if (sizes[i] > 0) {
        int end = at + sizes[i];
        int gpuEnd = gpu + sizes[i] * types[next];
        placements[i] =
            new Placement(
                partitions[next++],
                Arrays.copyOfRange(nodes, at, end),
                Arrays.copyOfRange(cpus, at, end),
                Arrays.copyOfRange(memory, at, end),
                Arrays.copyOfRange(gpus, gpu, gpuEnd));
        at = end;
        gpu = gpuEnd;
      }
    }
    return placements;
  }
}
