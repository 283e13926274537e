package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.CategoryScheme;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How long the jobs of each of the four categories by runtime and width have waited that completed
 * lately, day by day of their submission. O(1) a completion. Not thread-safe.
 */
public final class CategoryWaitHistory {
  private static final int DAY = 24 * 3600;
  private static final CategoryScheme SCHEME = CategoryScheme.FOUR;
  private static final int COLUMNS = 1 + 2 * 4;

  private final int memoryDays;
  // each day: its number, then a sum of waits and a count of jobs for each category
  private final Deque<double[]> days = new ArrayDeque<>();

  public CategoryWaitHistory(int memorySeconds) {
    memoryDays = Math.max(1, memorySeconds / DAY);
  }

  /** The running job in {@code slot} completes at the state's second. */
  public void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int wait = Math.max(0, state.now() - state.submitTime(slot) - runtime);
    double[] day = day(state.submitTime(slot) / DAY);
    int category = SCHEME.category(runtime, state.width(slot));
    day[1 + 2 * category] += wait;
    day[2 + 2 * category]++;
    while (!days.isEmpty() && days.getFirst()[0] < state.now() / DAY - memoryDays) {
      days.removeFirst();
    }
  }

  private double[] day(int number) {
    for (var newest = days.descendingIterator(); newest.hasNext(); ) {
      double[] day = newest.next();
      if (day[0] <= number) {
        // a job that waited longer than the memory counts for the oldest day that is kept
        return day[0] == number || day != days.getLast() ? day : begin(number);
      }
    }
    return days.isEmpty() ? begin(number) : days.getFirst();
  }

  private double[] begin(int number) {
    double[] day = new double[COLUMNS];
    day[0] = number;
    days.addLast(day);
    return day;
  }

  /** The mean wait in seconds of the worst served category of those submitted since a second. */
  double worst(int since) {
    double worst = 0;
    for (int category = 0; category < SCHEME.size(); category++) {
      double waits = 0;
      double jobs = 0;
      for (double[] day : days) {
        if (day[0] >= since / DAY) {
          waits += day[1 + 2 * category];
          jobs += day[2 + 2 * category];
        }
      }
      worst = Math.max(worst, jobs == 0 ? 0 : waits / jobs);
    }
    return worst;
  }

  /** What it holds, for a checkpoint: nine numbers a day. */
  public double[] memory() {
    double[] memory = new double[days.size() * COLUMNS];
    int at = 0;
    for (double[] day : days) {
      System.arraycopy(day, 0, memory, at, COLUMNS);
      at += COLUMNS;
    }
    return memory;
  }

  /** Holds what {@link #memory()} gave. */
  public void recall(double[] memory) {
    days.clear();
    for (int at = 0; at < memory.length; at += COLUMNS) {
      double[] day = new double[COLUMNS];
      System.arraycopy(memory, at, day, 0, COLUMNS);
      days.addLast(day);
    }
  }
}
