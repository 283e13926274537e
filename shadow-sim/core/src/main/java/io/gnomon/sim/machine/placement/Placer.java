package io.gnomon.sim.machine.placement;

import org.jspecify.annotations.Nullable;

/** The rules by which a scheduler chooses the nodes of a job. Not thread-safe. */
public interface Placer {
  /** For the parameter {@code closed}: all partitions are open. */
  boolean[] ALL_OPEN = {};

  /**
   * Returns where a job of {@code shape} would start on what is free.
   *
   * @param closed by number, the partitions in which it may not start; those beyond its length are
   *     open
   * @return null if it does not fit
   */
  @Nullable Placement place(Shape shape, FreeResources free, boolean[] closed);

  /** Like {@link #place(Shape, FreeResources, boolean[])}, with all partitions open. */
  default @Nullable Placement place(Shape shape, FreeResources free) {
    return place(shape, free, ALL_OPEN);
  }

  /**
   * Returns what to reserve for a job that starts later: like {@link #place(Shape, FreeResources)},
   * but among equally good nodes those on which nothing becomes free until then come last, so that
   * other jobs can use them now.
   *
   * @param free what is free when the job starts
   * @param now what is free now
   */
  @Nullable Placement reserve(Shape shape, FreeResources free, FreeResources now);

  /** Whether {@link #place(Shape, FreeResources)} would find a placement; does not allocate. */
  boolean fits(Shape shape, FreeResources free);

  /**
   * Whether the shape may fit after resources have become free on {@code node} only, while it did
   * not fit before. False is certain, true is not.
   */
  boolean mayFitWith(Shape shape, FreeResources free, int node);

  /**
   * The number of tasks of a job that can start on {@code node} in the {@code i}-th partition of
   * its shape. For a job that {@linkplain Shape#isForOneNode runs on one node}, all its tasks or 0.
   * GPUs that a job requests for several nodes together are not considered.
   */
  int tasks(Shape shape, int i, FreeResources free, int node);

  /** The fewest tasks on a node that a job can use in the {@code i}-th partition of its shape. */
  int leastTasks(Shape shape, int i);

  /**
   * What must be free on a node at least so that the job can run there in the {@code i}-th
   * partition of its shape: the whole job if it {@linkplain Shape#isForOneNode runs on one node},
   * else a part of it.
   *
   * @return null if the node can never host it
   */
  @Nullable NodeNeed need(Shape shape, int i, int node);
}
