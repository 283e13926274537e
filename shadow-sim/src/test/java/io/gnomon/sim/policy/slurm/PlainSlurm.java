package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
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
final class PlainSlurm implements SchedulingPolicy {
  private final SlurmSettings settings;
  private ClusterState state = new ClusterState(1);
  private boolean requested;
  private int lastMain;
  private int nextFull = NEVER;
  private int lastBackfill;
  private boolean work;

  PlainSlurm(SlurmSettings settings) {
    this.settings = settings;
  }

  @Override
  public PolicySpec spec() {
    return PolicySpec.of("plain-slurm");
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    requested = false;
    work = false;
    lastMain = -settings.batchDelay();
    lastBackfill = -settings.interval();
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    throw new UnsupportedOperationException();
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
    if (full || (requested && now >= lastMain + settings.batchDelay())) {
      runMain(dispatcher, full);
      lastMain = now;
      requested = false;
    }
    if (now >= lastBackfill + settings.interval() && work) {
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
    for (int slot : waiting()) {
      if (settings.partitionDepth() > 0 && tested == settings.partitionDepth()) {
        return;
      }
      boolean startedMost = settings.maxMainStart() > 0 && started == settings.maxMainStart();
      if ((tested++ == settings.queueDepth() && !full) || startedMost) {
        nextFull = (state.now() / settings.schedInterval() + 1) * settings.schedInterval();
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
    List<Integer> waiting = waiting();
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
      int length = state.estimate(slot) + settings.gap();
      int start = earliest(free, 0, length, width);
      if (start == 0 && settings.separatesIdle() && earliest(idle, 0, length, width) > 0) {
        start = earliest(free, firstEnd, length, width);
      }
      int end = start + state.estimate(slot);
      if (start == 0) {
        dispatcher.start(slot);
        use(free, 0, end, width);
        use(idle, 0, end, width);
        if (++started == settings.maxJobStart()) {
          return;
        }
      } else if (start <= settings.window()
          && keeps(slot)
          && (settings.partCountReserve() == 0 || reserved < settings.partCountReserve())) {
        int nodes = (width + settings.coresPerNode() - 1) / settings.coresPerNode();
        reserve(free, idle, start, end, nodes * settings.coresPerNode());
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
    int r = settings.resolution();
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
    for (int slot : waiting()) {
      horizon += state.estimate(slot) + settings.gap() + settings.resolution();
    }
    int[] free = new int[2 * horizon + 2];
    Arrays.fill(free, state.freeProcessors());
    int span = settings.endWindow();
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

  private List<Integer> waiting() {
    List<Integer> waiting = new ArrayList<>();
    for (int slot = state.waiting().first(); slot >= 0; slot = state.waiting().next(slot)) {
      waiting.add(slot);
    }
    waiting.sort(Comparator.comparingInt(state::job));
    return waiting;
  }

  private static void use(int[] free, int from, int to, int width) {
    for (int second = from; second < to && second < free.length; second++) {
      free[second] -= width;
    }
  }
}
