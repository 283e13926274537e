package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.machine.placement.NodeNeed;
import java.util.Arrays;

/**
 * What is free in one place over time, as steps. A change costs O(steps) between its times plus a
 * shift of the later ones; a search costs O(steps) up to its result.
 *
 * <p>A step is a row of ints: its beginning, free CPUs, free MiB, the number of jobs, and free GPUs
 * by type.
 */
public final class Timeline {
  private static final int CPUS = 1;
  private static final int MEMORY = 2;
  private static final int JOBS = 3;
  private static final int GPUS = 4;

  private final int row;
  private int[] steps;
  private int begin; // of the first row
  private int end; // after the last row

  /** Nothing is free. */
  public Timeline(int gpuTypes) {
    row = GPUS + gpuTypes;
    steps = new int[8 * row];
  }

  private Timeline(Timeline from) {
    row = from.row;
    end = from.end - from.begin;
    steps = Arrays.copyOfRange(from.steps, from.begin, from.end + 4 * row);
  }

  Timeline copy() {
    return new Timeline(this);
  }

  /** Copies {@code other}, with as many GPU types, into this. */
  void set(Timeline other) {
    begin = 0;
    end = other.end - other.begin;
    if (steps.length < end) {
      steps = new int[end + 4 * row];
    }
    System.arraycopy(other.steps, other.begin, steps, 0, end);
  }

  /** Starts anew: from {@code now} on, this is free beside so many jobs. */
  public void reset(int now, int cpus, int memory, int jobs, int[] gpus) {
    begin = 0;
    end = row;
    steps[0] = now;
    steps[CPUS] = cpus;
    steps[MEMORY] = memory;
    steps[JOBS] = jobs;
    System.arraycopy(gpus, 0, steps, GPUS, row - GPUS);
  }

  /** Forgets steps that end before {@code now}. */
  void moveTo(int now) {
    while (begin + row < end && steps[begin + row] <= now) {
      begin += row;
    }
  }

  /**
   * Adds resources from {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param gpus by type, read from {@code at} on
   * @param sign 1, or −1 to remove them
   */
  public void add(int from, int to, int cpus, int memory, int jobs, int[] gpus, int at, int sign) {
    if (end + 2 * row > steps.length) {
      makeRoom();
    }
    int first = split(from);
    int last = to == NEVER ? end : split(to);
    for (int step = first; step < last; step += row) {
      steps[step + CPUS] += sign * cpus;
      steps[step + MEMORY] += sign * memory;
      steps[step + JOBS] += sign * jobs;
      for (int type = GPUS; at < gpus.length && type < row; type++) {
        steps[step + type] += sign * gpus[at + type - GPUS];
      }
    }
    merge(last);
    merge(first);
  }

  /**
   * Adds what jobs give back from {@code time} on, which must not be before the last step.
   *
   * @param gpus by type
   */
  void release(int time, int cpus, int memory, int jobs, int[] gpus) {
    if (steps[end - row] < time) {
      if (end + row > steps.length) {
        makeRoom();
      }
      System.arraycopy(steps, end - row, steps, end, row);
      steps[end] = time;
      end += row;
    }
    int last = end - row;
    steps[last + CPUS] += cpus;
    steps[last + MEMORY] += memory;
    steps[last + JOBS] -= jobs;
    for (int type = GPUS; type < row; type++) {
      steps[last + type] += gpus[type - GPUS];
    }
  }

  /** The step that begins at {@code time}, split from an earlier one if necessary. */
  private int split(int time) {
    int step = stepAt(time);
    if (steps[step] >= time) {
      return step;
    }
    int after = step + row;
    System.arraycopy(steps, step, steps, after, end - step);
    end += row;
    steps[after] = time;
    return after;
  }

  /** Makes room for two steps. */
  private void makeRoom() {
    int length = end - begin;
    int[] target = 2 * (length + row) > steps.length ? new int[2 * steps.length] : steps;
    System.arraycopy(steps, begin, target, 0, length);
    steps = target;
    begin = 0;
    end = length;
  }

  /** Removes the step at {@code step} if it equals the one before. */
  private void merge(int step) {
    if (step <= begin || step >= end) {
      return;
    }
    if (Arrays.equals(steps, step + 1, step + row, steps, step - row + 1, step)) {
      System.arraycopy(steps, step + row, steps, step, end - step - row);
      end -= row;
    }
  }

  /** The row of the step in which {@code time} lies; the first one for earlier times. */
  private int stepAt(int time) {
    int low = begin / row;
    int high = end / row - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (steps[middle * row] <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low * row;
  }

  private boolean stepMeets(int step, NodeNeed need) {
    return steps[step + CPUS] >= need.cpus()
        && steps[step + MEMORY] >= need.memory()
        && steps[step + JOBS] <= need.mostJobs()
        && (need.gpus() == 0 || hasGpus(step, need));
  }

  private boolean hasGpus(int step, NodeNeed need) {
    int sum = 0;
    for (int type = GPUS; type < row; type++) {
      if (steps[step + type] < need.gpusByType()[type - GPUS]) {
        return false;
      }
      sum += steps[step + type];
    }
    return sum >= need.gpus();
  }

  /** Whether the need is met at {@code time}. */
  boolean meets(int time, NodeNeed need) {
    return stepMeets(stepAt(time), need);
  }

  /**
   * The first time, not before {@code from}, from which on the need is met for {@code seconds}.
   *
   * @param limit the search ends here
   * @return a time at or after {@code limit} if there is none before
   */
  int firstFit(int from, int limit, int seconds, NodeNeed need) {
    int time = from;
    for (int step = stepAt(from); time < limit; step += row) {
      int next = step + row < end ? steps[step + row] : NEVER;
      if (!stepMeets(step, need)) {
        time = next;
      } else if (next == NEVER || next - time >= seconds) {
        return time;
      }
    }
    return time;
  }

  /** The last time at which a job can start that {@code firstFit} lets start at {@code time}. */
  int lastFit(int time, int seconds, NodeNeed need) {
    for (int step = stepAt(time); step < end; step += row) {
      if (!stepMeets(step, need)) {
        return steps[step] - seconds;
      }
    }
    return NEVER - 1;
  }

  /** The beginning of the first step after {@code time}, {@link #NEVER} if there is none. */
  public int nextStep(int time) {
    int step = stepAt(time) + row;
    return step < end ? steps[step] : NEVER;
  }

  /** The least free CPUs from {@code from} to {@code to}. */
  public int leastCpus(int from, int to) {
    int least = Integer.MAX_VALUE;
    for (int step = stepAt(from); step < end && steps[step] < to; step += row) {
      least = Math.min(least, steps[step + CPUS]);
    }
    return least;
  }

  /**
   * Reads the minimum of each resource, and the most jobs, from {@code from} to {@code to}.
   *
   * @param least receives CPUs, MiB, jobs and GPUs by type
   */
  void read(int from, int to, int[] least) {
    int step = stepAt(from);
    System.arraycopy(steps, step + 1, least, 0, row - 1);
    for (step += row; step < end && steps[step] < to; step += row) {
      least[CPUS - 1] = Math.min(least[CPUS - 1], steps[step + CPUS]);
      least[MEMORY - 1] = Math.min(least[MEMORY - 1], steps[step + MEMORY]);
      least[JOBS - 1] = Math.max(least[JOBS - 1], steps[step + JOBS]);
      for (int type = GPUS; type < row; type++) {
        least[type - 1] = Math.min(least[type - 1], steps[step + type]);
      }
    }
  }
}
