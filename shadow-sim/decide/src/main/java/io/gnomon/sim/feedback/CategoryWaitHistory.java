package io.gnomon.sim.feedback;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.workload.CategoryScheme;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The waits of recently completed jobs by category of runtime and width (four categories) and by
 * day of submission. O(1) per completion. Not thread-safe.
 */
public final class CategoryWaitHistory {
  private static final int DAY = 24 * 3600;
  private static final CategoryScheme SCHEME = CategoryScheme.FOUR;
  private static final int COLUMNS = 1 + 2 * 4;

  private final int keptDays;
  // each day: its number, then a sum of waits and a count of jobs for each category
  private final Deque<double[]> days = new ArrayDeque<>();

  /**
   * An empty history.
   *
   * @param keptSeconds for how long waits are kept, in whole days, at least one
   */
  public CategoryWaitHistory(int keptSeconds) {
    keptDays = Math.max(1, keptSeconds / DAY);
  }

  /** Records that the running job in {@code slot} completes at the state's second. */
  public void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int wait = Math.max(0, state.now() - state.submitTime(slot) - runtime);
    double[] day = day(state.submitTime(slot) / DAY);
    int category = SCHEME.category(runtime, state.width(slot));
    day[1 + 2 * category] += wait;
    day[2 + 2 * category]++;
    while (!days.isEmpty() && days.getFirst()[0] < state.now() / DAY - keptDays) {
      days.removeFirst();
    }
  }

  private double[] day(int number) {
    for (var newest = days.descendingIterator(); newest.hasNext(); ) {
      double[] day = newest.next();
      if (day[0] <= number) {
        // a job that waited longer than days are kept counts for the oldest day
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

  /** The mean wait in seconds of the worst-off category, over the jobs submitted since a second. */
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

  /** Returns the number of each day, and four sums of waits and four counts of jobs per day. */
  public Snapshot snapshot() {
    int[] numbers = new int[days.size()];
    double[] waits = new double[numbers.length * SCHEME.size()];
    double[] jobs = new double[waits.length];
    int i = 0;
    for (double[] day : days) {
      numbers[i] = (int) day[0];
      for (int category = 0; category < SCHEME.size(); category++) {
        waits[i * SCHEME.size() + category] = day[1 + 2 * category];
        jobs[i * SCHEME.size() + category] = day[2 + 2 * category];
      }
      i++;
    }
    return new Snapshot().put("day", numbers).put("waits", waits).put("jobs", jobs);
  }

  /** Restores a {@link #snapshot()}. */
  public void restore(Snapshot snapshot) {
    int[] numbers = snapshot.getInts("day");
    double[] waits = snapshot.getDoubles("waits", numbers.length * SCHEME.size());
    double[] jobs = snapshot.getDoubles("jobs", waits.length);
    days.clear();
    for (int i = 0; i < numbers.length; i++) {
      double[] day = begin(numbers[i]);
      for (int category = 0; category < SCHEME.size(); category++) {
        day[1 + 2 * category] = waits[i * SCHEME.size() + category];
        day[2 + 2 * category] = jobs[i * SCHEME.size() + category];
      }
    }
  }
}
