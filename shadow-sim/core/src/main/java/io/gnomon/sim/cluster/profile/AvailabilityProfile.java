package io.gnomon.sim.cluster.profile;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import java.util.Arrays;

/**
 * Step function of free processors over future time. Each step gives the number of free processors
 * from its time until the next step; the last step has no end.
 *
 * <p>Stored as sorted columns of ints. Finding a step costs O(log n); taking, giving back and
 * searching an anchor point visit the steps concerned. No operation allocates once the columns have
 * grown.
 */
public sealed class AvailabilityProfile permits CompressibleProfile {
  /** Placeholder for a time that never comes. */
  public static final int NEVER = Integer.MAX_VALUE;

  int[] times = new int[32];
  int[] free = new int[32];
  int size;

  /** Resets the profile: {@code processors} are free from {@code now} on. */
  public void reset(int now, int processors) {
    times[0] = now;
    free[0] = processors;
    size = 1;
  }

  /**
   * Resets the profile to the processors that the running jobs of {@code state} leave free,
   * released at the jobs' expected ends. A job past its estimate is expected to end at the next
   * second. O(running jobs).
   */
  public void expect(ClusterState state) {
    RunningSet running = state.running();
    reset(state.now(), state.freeProcessors());
    for (int i = 0; i < running.size(); i++) {
      release(Math.max(running.end(i), state.now() + 1), running.processors(i));
    }
  }

  /**
   * Adds {@code processors} from {@code time} on, without end; O(1). Used to build a profile in
   * order of time.
   *
   * @param time not before the last step
   */
  public void release(int time, int processors) {
    if (time > times[size - 1]) {
      append(time);
    }
    free[size - 1] += processors;
  }

  private void append(int time) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      free = Arrays.copyOf(free, 2 * size);
    }
    times[size] = time;
    free[size] = free[size - 1];
    size++;
  }

  /** An independent copy. */
  public AvailabilityProfile copy() {
    AvailabilityProfile copy = new AvailabilityProfile();
    copy.times = times.clone();
    copy.free = free.clone();
    copy.size = size;
    return copy;
  }

  /** Copies {@code other} into this profile. */
  public void set(AvailabilityProfile other) {
    if (times.length < other.size) {
      times = new int[other.times.length];
      free = new int[other.times.length];
    }
    System.arraycopy(other.times, 0, times, 0, other.size);
    System.arraycopy(other.free, 0, free, 0, other.size);
    size = other.size;
  }

  /** Drops everything before {@code now}, which must not be before the first step. */
  public void moveTo(int now) {
    int first = stepAt(now);
    if (first > 0) {
      System.arraycopy(times, first, times, 0, size - first);
      System.arraycopy(free, first, free, 0, size - first);
      size -= first;
    }
    times[0] = now;
  }

  /** Free processors at {@code time}. */
  public int freeAt(int time) {
    return free[stepAt(time)];
  }

  /** Number of steps. */
  public int size() {
    return size;
  }

  /**
   * The anchor point of a job: the earliest time at or after {@code from} from which {@code width}
   * processors are free for {@code seconds}.
   *
   * @return the time, or {@link #NEVER}
   */
  public int anchor(int from, int width, int seconds) {
    int step = stepAt(from);
    int start = from;
    int needed = start + seconds;
    for (; step < size; step++) {
      if (free[step] < width) {
        if (step + 1 == size) {
          return NEVER;
        }
        start = times[step + 1];
        needed = start + seconds;
      } else if (step + 1 == size || times[step + 1] >= needed) {
        return start;
      }
    }
    return NEVER;
  }

  /**
   * The end of the interval from {@code from} on in which {@code width} processors are free; {@code
   * from} if they are not free at {@code from}.
   */
  public int freeUntil(int from, int width) {
    int step = stepAt(from);
    if (free[step] < width) {
      return from;
    }
    while (++step < size) {
      if (free[step] < width) {
        return times[step];
      }
    }
    return NEVER;
  }

  /** The minimum of free processors from {@code from} (inclusive) to {@code to} (exclusive). */
  public int least(int from, int to) {
    int step = stepAt(from);
    int least = free[step];
    while (++step < size && times[step] < to) {
      least = Math.min(least, free[step]);
    }
    return least;
  }

  /** Takes {@code width} processors from {@code from} (inclusive) to {@code to} (exclusive). */
  public void take(int from, int to, int width) {
    if (to <= from) {
      return;
    }
    int first = split(from, 0);
    int last = split(to, first);
    for (int step = first; step < last; step++) {
      free[step] -= width;
    }
    merge(last);
    merge(first);
  }

  /** Gives back processors taken with {@link #take}. */
  public void give(int from, int to, int width) {
    take(from, to, -width);
  }

  /** The last step that begins at or before {@code time}, or else the first. */
  final int stepAt(int time) {
    return stepAt(time, 0);
  }

  final int stepAt(int time, int from) {
    int base = from;
    if (base + 1 == size || times[base + 1] > time) {
      return base;
    }
    for (int length = size - from; length > 1; ) { // branch-free
      int half = length >>> 1;
      base += times[base + half] <= time ? half : 0;
      length -= half;
    }
    return base;
  }

  /**
   * The step that begins at {@code time}, searched from step {@code from} on; inserted if missing.
   */
  private int split(int time, int from) {
    int before = stepAt(time, from);
    if (times[before] == time) {
      return before;
    }
    if (times[before] > time) {
      throw new IllegalArgumentException(
          "time " + time + " is before the first step of the profile, " + times[0]);
    }
    shift(before + 1, 1);
    put(before + 1, time, free[before]);
    return before + 1;
  }

  /** Shifts all steps from {@code from} on by {@code by} places. */
  final void shift(int from, int by) {
    if (by != 0) {
      if (size + by > times.length) {
        times = Arrays.copyOf(times, 2 * size);
        free = Arrays.copyOf(free, 2 * size);
      }
      System.arraycopy(times, from, times, from + by, size - from);
      System.arraycopy(free, from, free, from + by, size - from);
      size += by;
    }
  }

  /** Writes a step and returns the place of the next one. */
  final int put(int at, int time, int processors) {
    times[at] = time;
    free[at] = processors;
    return at + 1;
  }

  /** Removes a step that has the same value as the one before. */
  private void merge(int step) {
    if (step > 0 && step < size && free[step] == free[step - 1]) {
      shift(step + 1, -1);
    }
  }
}
