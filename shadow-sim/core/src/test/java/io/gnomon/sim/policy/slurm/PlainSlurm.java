package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Slurm, plain: it looks every second whether a scheduler is due, makes every backfill pass,
 * whether it can start a job or not, and plans in free processors for every single second. Jobs
 * wait as submitted, ends are exact or in steps that double. For tests of the fast one.
 */
final class PlainSlurm extends PlainPolicy {
  private final SlurmSettings settings;
  private boolean requested;
  private int lastMain;
  private int nextFull = NEVER;
  private int lastBackfill;
  private boolean work;

  PlainSlurm(SlurmSettings settings) {
    this.settings = settings;
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    requested = false;
    work = false;
    lastMain = -settings.of(SlurmParameter.BATCH_SCHED_DELAY);
    lastBackfill = -settings.of(SlurmParameter.BF_INTERVAL);
  }

  @Override
  public void submitted(int slot) {
    requested = true;
    work = true;
  }

  @Override
  public void ended(int slot, boolean completed) {
    submitted(slot);
  }

  @Override
  public void started(int slot) {
    work = true;
  }

  @Override
  public int nextTimer() {
    return state.activeCount() == 0 && !requested && !work ? NEVER : state.now() + 1;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    int now = state.now();
    boolean full = now == nextFull;
    if (full || (requested && now >= lastMain + settings.of(SlurmParameter.BATCH_SCHED_DELAY))) {
      runMain(dispatcher, full);
      lastMain = now;
      requested = false;
    }
    if (now >= lastBackfill + settings.of(SlurmParameter.BF_INTERVAL) && work) {
      work = false;
      if (settings.backfills()) {
        runBackfill(dispatcher);
      }
      work |= state.waiting().size() > 0;
      lastBackfill = now;
    }
  }

  private void runMain(Dispatcher dispatcher, boolean full) {
    nextFull = NEVER;
    int tested = 0;
    int started = 0;
    for (int slot : queue()) {
      if (settings.of(SlurmParameter.PARTITION_JOB_DEPTH) > 0
          && tested == settings.of(SlurmParameter.PARTITION_JOB_DEPTH)) {
        return;
      }
      boolean startedMost =
          settings.of(SlurmParameter.SCHED_MAX_JOB_START) > 0
              && started == settings.of(SlurmParameter.SCHED_MAX_JOB_START);
      if ((tested++ == settings.of(SlurmParameter.DEFAULT_QUEUE_DEPTH) && !full) || startedMost) {
        nextFull =
            (state.now() / settings.of(SlurmParameter.SCHED_INTERVAL) + 1)
                * settings.of(SlurmParameter.SCHED_INTERVAL);
        return;
      }
      if (state.width(slot) <= state.freeProcessors()) {
        dispatcher.start(slot);
        started++;
      } else if (keeps(slot)) {
        return;
      }
    }
  }

  private void runBackfill(Dispatcher dispatcher) {
    int now = state.now();
    int[] free = expected();
    int[] idle = new int[free.length];
    Arrays.fill(idle, state.freeProcessors());
    int firstEnd = 1;
    while (firstEnd < free.length - 1 && state.running().size() > 0 && free[firstEnd] == free[0]) {
      firstEnd++;
    }
    int reserved = 0;
    int started = 0;
    List<Integer> waiting = queue();
    Map<Integer, Integer> ofUser = new HashMap<>();
    int tested = 0;
    int all = 0;
    for (int slot : waiting) {
      int user = state.user(slot);
      boolean limited = settings.tests().ofUser() > 0 && user >= 0;
      if (tested == settings.tests().all()
          || (settings.tests().ofPartition() > 0 && ++all > settings.tests().ofPartition())
          || (limited && ofUser.merge(user, 1, Integer::sum) > settings.tests().ofUser())) {
        continue;
      }
      tested++;
      int width = state.width(slot);
      int length = state.estimate(slot) + settings.of(SlurmParameter.GAP);
      int start = earliest(free, 0, length, width);
      if (start == 0 && settings.separatesIdle() && earliest(idle, 0, length, width) > 0) {
        start = earliest(free, firstEnd, length, width);
      }
      int end = start + state.estimate(slot);
      if (start == 0) {
        dispatcher.start(slot);
        use(free, 0, end, width);
        use(idle, 0, end, width);
        if (++started == settings.of(SlurmParameter.BF_MAX_JOB_START)) {
          return;
        }
      } else if (start <= settings.of(SlurmParameter.BF_WINDOW)
          && keeps(slot)
          && (settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE) == 0
              || reserved < settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE))) {
        int nodes =
            (width + settings.of(SlurmParameter.CORES_PER_NODE) - 1)
                / settings.of(SlurmParameter.CORES_PER_NODE);
        reserve(free, idle, start, end, nodes * settings.of(SlurmParameter.CORES_PER_NODE));
        reserved++;
      }
    }
  }

  private boolean keeps(int slot) {
    return state.now() - state.submitTime(slot) >= settings.reserving().minSeconds();
  }

  private static int earliest(int[] free, int from, int length, int width) {
    int start = from;
    for (int second = from; second < start + length; second++) {
      if (second >= free.length) {
        return Integer.MAX_VALUE / 2;
      }
      if (free[second] < width) {
        start = second + 1;
      }
    }
    return start;
  }

  private void reserve(int[] free, int[] idle, int start, int end, int width) {
    int r = settings.of(SlurmParameter.BF_RESOLUTION);
    int now = state.now();
    int edge = (now + start) / r * r - now;
    int from = Math.max(0, edge);
    int to = Math.max((now + end) / r * r - now, edge + r);
    int idleNow = Integer.MAX_VALUE;
    for (int second = from; second < to; second++) {
      idleNow = Math.min(idleNow, Math.max(0, idle[second]));
    }
    int idleNodes = Math.min(width, idleNow);
    int available = Math.max(width, free[start]);
    idleNodes = Math.min(idleNodes, (int) Math.round((double) width * idleNow / available));
    use(idle, from, to, idleNodes);
    use(free, from, start, idleNodes);
    use(free, start, to, width);
  }

  /** Free processors for each second from now on. */
  private int[] expected() {
    int now = state.now();
    List<Integer> running = new ArrayList<>();
    int horizon = 1;
    for (int i = 0; i < state.running().size(); i++) {
      running.add(state.running().slot(i));
      horizon = Math.max(horizon, state.running().end(i) - now);
    }
    for (int slot : queue()) {
      horizon +=
          state.estimate(slot)
              + settings.of(SlurmParameter.GAP)
              + settings.of(SlurmParameter.BF_RESOLUTION);
    }
    int[] free = new int[2 * horizon + 2];
    Arrays.fill(free, state.freeProcessors());
    int span = settings.of(SlurmParameter.END_WINDOW);
    int soonest = running.stream().mapToInt(this::remaining).min().orElse(0);
    int origin = span == 0 ? 0 : ((now + soonest) / span + 1) * span - now;
    while (!running.isEmpty()) {
      int first = running.stream().mapToInt(this::remaining).min().orElseThrow();
      int within = span == 0 ? first : origin + span;
      int last =
          running.stream().mapToInt(this::remaining).filter(end -> end <= within).max().orElse(0);
      for (int slot : List.copyOf(running)) {
        if (remaining(slot) <= within) {
          use(free, last, free.length, -state.heldProcessors(slot));
          running.remove((Integer) slot);
        }
      }
      span *= 2;
    }
    return free;
  }

  private int remaining(int slot) {
    return Math.max(1, state.expectedEnd(slot) - state.now());
  }

  private List<Integer> queue() {
    List<Integer> waiting = waiting();
    waiting.sort(Comparator.comparingInt(state::job));
    return waiting;
  }

  private static void use(int[] free, int from, int to, int width) {
    for (int second = from; second < to && second < free.length; second++) {
      free[second] -= width;
    }
  }
}
