package io.gnomon.sim.policy.slurm;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.policy.slurm.pass.TestLimits;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.MultifactorPriority;
import io.gnomon.sim.priority.PriorityJob;
import io.gnomon.sim.priority.ResolvedAccount;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Slurm on nodes as its definition says: every second it checks whether a scheduler is due, makes
 * every backfill pass, and tests every entry of the queue at every time at which something ends.
 */
final class PlainNodeSlurm extends PlainPolicy {
  /** A waiting job in one of its partitions. */
  private record Entry(int slot, Shape shape) {
    int partition() {
      return shape.partition(0);
    }

    /** What it blocks: its reservation, as a negative number, or its partition. */
    int blocks() {
      return shape.reservation() < 0 ? partition() : -1 - shape.reservation();
    }
  }

  private record Closed(Set<Integer> nodes, int from, int to) {}

  private record Planned(int start, Placement placement) {}

  private final SlurmSettings settings;
  private final boolean shortest;
  private Machine machine;
  private ConsTres rules;
  private boolean requested;
  private boolean work;
  private boolean paused;
  private int lastEvent;
  private int lastMain;
  private int nextFull = NEVER;
  private double lastBackfill; // its time, which may be before the second in which it acted
  private double passSeconds; // that it took
  private double continues = Double.POSITIVE_INFINITY; // after a pause
  private boolean changed; // since the last part of a pass
  private int testedInPass;
  private int startedInPass;
  private boolean atOnce; // nothing ran when the pass began, which therefore does not pause
  private int began = -1; // second of the last pass

  // the plan of a backfill pass
  private final Map<Integer, Integer> ends = new HashMap<>(); // of running jobs, by slot
  private final List<Closed> reserved = new ArrayList<>();

  PlainNodeSlurm(SlurmSettings settings, boolean shortest) {
    this.settings = settings;
    this.shortest = shortest;
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    machine = adopted.nodes().machine();
    rules = new ConsTres(machine);
    lastMain = -mainDelay();
    lastBackfill = -settings.of(SlurmParameter.BF_INTERVAL);
    if (adopted.hasAccounting()) {
      Accounts accounts = adopted.accounting().accounts();
      adopted
          .accounting()
          .use(
              settings.priority().over(accounts.settings()),
              settings.limits().over(accounts.basis()));
    }
  }

  @Override
  public void submitted(int slot) {
    requested = true;
    work = true;
    changed = true;
    lastEvent = state.now();
  }

  private int mainDelay() {
    return Math.max(settings.of(SlurmParameter.BATCH_SCHED_DELAY), settings.minInterval());
  }

  @Override
  public void ended(int slot, boolean completed) {
    submitted(slot);
  }

  @Override
  public void changed(int slot) {
    submitted(slot);
  }

  @Override
  public void started(int slot) {
    work = true;
    changed = true;
  }

  /**
   * Every second, but not while all that is left are jobs that can never run, or are never tested.
   */
  @Override
  public int nextTimer() {
    boolean possible = queue().stream().anyMatch(this::isPossible);
    boolean idle = !possible && state.runningCount() == 0 && !requested && nextFull == NEVER;
    idle &= !work || !state.waiting().isEmpty();
    int opened = machine.reservations().stream().mapToInt(other -> other.end()).max().orElse(0);
    boolean starved = state.runningCount() == 0 && state.now() > lastEvent + 300;
    int nextFullPass = settings.of(SlurmParameter.SCHED_INTERVAL) + settings.minInterval();
    idle = (idle || starved) && state.now() > opened + nextFullPass;
    boolean timed = settings.cost().isFree() || !work || began >= lastEvent;
    idle &= continues == Double.POSITIVE_INFINITY && timed;
    paused = idle && work;
    return idle ? NEVER : state.now() + 1;
  }

  /** Whether a job can run; on an idle cluster, one that a limit holds back cannot. */
  private boolean isPossible(Entry entry) {
    if (!entry.shape.isPossible() || state.runningCount() > 0) {
      return entry.shape.isPossible();
    }
    Placement placement = rules.place(entry.shape, state.nodes().free());
    return !isLimited(entry) && (placement == null || !isLimited(entry, placement));
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    int now = state.now();
    double period = settings.of(SlurmParameter.BF_INTERVAL) + passSeconds;
    while (paused && up(lastBackfill + period) < now) { // passes that could start nothing
      lastBackfill += period;
    }
    boolean opened =
        now % settings.of(SlurmParameter.SCHED_INTERVAL) == 0
            && !state.waiting().isEmpty()
            && machine.reservations().stream()
                .anyMatch(other -> other.end() > lastMain && other.end() <= now);
    boolean reordered =
        state.hasAccounting()
            && now % settings.of(SlurmParameter.SCHED_INTERVAL) == 0
            && !state.waiting().isEmpty()
            && state.runningCount() > 0
            && state.accounting().recalculatedAt() > lastMain;
    boolean allowed = now >= lastMain + settings.minInterval();
    boolean full = now == nextFull || (allowed && (opened || reordered));
    if (full || (requested && now >= lastMain + mainDelay())) {
      runMain(dispatcher, full);
      lastMain = now;
      requested = false;
    }
    if (continues < Double.POSITIVE_INFINITY) {
      if (up(continues) <= now) {
        passSeconds = continues - lastBackfill;
        continues = Double.POSITIVE_INFINITY;
        if (settings.cost().continues() || !changed) {
          testMore(dispatcher);
        }
      }
    } else if (up(lastBackfill + period) <= now && work) {
      boolean regular = up(lastBackfill + period) == now;
      lastBackfill = regular ? lastBackfill + period : now;
      atOnce = state.runningCount() == 0;
      began = now;
      work = false;
      testedInPass = 0;
      startedInPass = 0;
      passSeconds = 0;
      if (settings.backfills()) {
        testMore(dispatcher);
      }
      work |= !state.waiting().isEmpty();
    }
  }

  /** Tests jobs until the pass pauses or ends. */
  private void testMore(Dispatcher dispatcher) {
    PassCost cost = settings.cost();
    if (cost.isFree()) {
      runBackfill(dispatcher, Integer.MAX_VALUE);
      changed = false;
      return;
    }
    double seconds = passSeconds;
    int tested = testedInPass;
    advance(Integer.MAX_VALUE);
    int until = testedInPass;
    passSeconds = seconds;
    testedInPass = tested;
    int testable = runBackfill(dispatcher, until);
    changed = false;
    if (!advance(testable)) {
      continues = lastBackfill + passSeconds + cost.pause() / 1e6;
    }
  }

  /**
   * Adds the jobs that a pass tests, and their time, until it pauses or ends; with its pauses if it
   * makes all decisions at its beginning. Returns whether it ends.
   */
  private boolean advance(int testable) {
    boolean ends = test(testable);
    while (atOnce && !ends) {
      passSeconds += settings.cost().pause() / 1e6;
      ends = test(testable);
    }
    return ends;
  }

  private boolean test(int testable) {
    PassCost cost = settings.cost();
    double before = passSeconds;
    int more = 0;
    while (more * cost.perJob() < cost.untilPause()
        && Math.round((before * 1e6) + more * cost.perJob()) < cost.mostInPass()) {
      more++;
    }
    int now = Math.max(testedInPass, Math.min(testedInPass + more, testable));
    passSeconds = before + (now - testedInPass) * cost.perJob() / 1e6;
    testedInPass = now;
    boolean full = more * cost.perJob() >= cost.untilPause();
    double afterPause = passSeconds + cost.pause() / 1e6;
    return now >= testable || !full || Math.round(afterPause * 1e6) >= cost.mostInPass();
  }

  /** The full second from a time on, which is a whole number of microseconds. */
  private static long up(double time) {
    long micros = Math.round(time * 1e6);
    return -Math.floorDiv(-micros, 1_000_000L);
  }

  private void runMain(Dispatcher dispatcher, boolean full) {
    nextFull = NEVER;
    Set<Integer> blocked = new HashSet<>();
    Set<Integer> closed = new HashSet<>();
    int tested = 0;
    int started = 0;
    Map<Integer, Integer> inPartition = new HashMap<>();
    for (Entry entry : queue()) {
      if (settings.of(SlurmParameter.PARTITION_JOB_DEPTH) > 0
          && inPartition.merge(entry.partition(), 1, Integer::sum)
              > settings.of(SlurmParameter.PARTITION_JOB_DEPTH)) {
        continue;
      }
      boolean startedMost =
          settings.of(SlurmParameter.SCHED_MAX_JOB_START) > 0
              && started == settings.of(SlurmParameter.SCHED_MAX_JOB_START);
      if ((tested++ == settings.of(SlurmParameter.DEFAULT_QUEUE_DEPTH) && !full) || startedMost) {
        int all = machine.partitions().size() + machine.usableReservations();
        boolean open = blocked.size() < all;
        int interval = settings.of(SlurmParameter.SCHED_INTERVAL);
        int soonest = state.now() + Math.max(1, settings.minInterval());
        nextFull = open ? (soonest + interval - 1) / interval * interval : NEVER;
        return;
      }
      if (blocked.contains(entry.blocks()) || state.phase(entry.slot) != JobPhase.WAITING) {
        continue;
      }
      if (isLimited(entry)) {
        continue;
      }
      long end = (long) state.now() + state.estimate(entry.slot);
      int own = entry.shape.reservation();
      FreeResources idle = usable(new FreeResources(machine), closed, end, own);
      Placement placement =
          rules.place(entry.shape, usable(state.nodes().free().copy(), closed, end, own));
      if (placement != null && isLimited(entry, placement)) {
        continue;
      }
      if (placement != null) {
        dispatcher.start(entry.slot, placement);
        started++;
      } else if (rules.fits(entry.shape, idle) && keeps(entry)) {
        blocked.add(entry.blocks());
        for (int node : machine.nodesOf(entry.partition())) {
          if (own < 0) {
            closed.add(node);
          }
        }
      }
    }
  }

  /** Whether an entry keeps resources from those behind it. */
  private boolean keeps(Entry entry) {
    double least = settings.reserving().minPriority();
    boolean important = !state.hasAccounting() || priority(entry) >= least;
    int eligible = state.now() - state.eligibleTime(entry.slot);
    return important && eligible >= settings.reserving().minSeconds();
  }

  private boolean isLimited(Entry entry) {
    return state.hasLimits() && state.limiting().check(state, entry.slot, entry.shape) != null;
  }

  private boolean isLimited(Entry entry, Placement placement) {
    return state.hasLimits() && state.limiting().check(state, entry.slot, placement) != null;
  }

  /** Only nodes that are up, not closed, and not reserved for others before {@code end}. */
  private FreeResources usable(FreeResources free, Set<Integer> closed, long end, int own) {
    for (int node = 0; node < machine.nodes(); node++) {
      free.setUsable(
          node,
          state.nodes().state(node) == NodeState.UP
              && !closed.contains(node)
              && !isReserved(node, state.now(), end, own));
    }
    return free;
  }

  /** Whether a reservation other than {@code own} keeps a node. */
  private boolean isReserved(int node, int from, long to, int own) {
    for (int i = 0; i < machine.reservations().size(); i++) {
      if (i != own
          && machine.reservations().get(i).start() < to
          && machine.reservations().get(i).end() > from
          && Arrays.stream(machine.reservedNodes(i)).anyMatch(other -> other == node)) {
        return true;
      }
    }
    return false;
  }

  /** Tests the first jobs; returns how many the pass has in all. */
  private int runBackfill(Dispatcher dispatcher, int most) {
    int now = state.now();
    roundEnds();
    reserved.clear();
    Map<Integer, Integer> reservations = new HashMap<>();
    int place = startedInPass;
    List<Entry> all = tested();
    int count = startedInPass + all.size();
    for (Entry entry : all) {
      if (place++ >= most) {
        break;
      }
      if (state.phase(entry.slot) != JobPhase.WAITING || isLimited(entry)) {
        continue;
      }
      int seconds = state.estimate(entry.slot);
      Planned planned = earliest(entry.shape, seconds + settings.of(SlurmParameter.GAP));
      if (planned != null && planned.start == now && isLimited(entry, planned.placement)) {
        continue;
      }
      if (planned != null && planned.start == now) {
        dispatcher.start(entry.slot, planned.placement);
        ends.put(entry.slot, now + seconds);
        if (++startedInPass == settings.of(SlurmParameter.BF_MAX_JOB_START)) {
          return place;
        }
      } else if (planned != null
          && planned.start - now <= settings.of(SlurmParameter.BF_WINDOW)
          && keeps(entry)
          && entry.shape.mayStartAt(planned.start)
          && (settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE) == 0
              || reservations.getOrDefault(entry.partition(), 0)
                  < settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE))) {
        reservations.merge(entry.partition(), 1, Integer::sum);
        int resolution = settings.of(SlurmParameter.BF_RESOLUTION);
        int from = planned.start / resolution * resolution;
        int to = Math.max((planned.start + seconds) / resolution * resolution, from + resolution);
        Set<Integer> nodes = new HashSet<>();
        Arrays.stream(planned.placement.nodes()).forEach(nodes::add);
        reserved.add(new Closed(nodes, Math.max(now, from), to));
      }
    }
    return count;
  }

  /** The entries that a pass tests. */
  private List<Entry> tested() {
    TestLimits limits = settings.tests();
    Map<Object, Integer> counts = new HashMap<>();
    List<Entry> tested = new ArrayList<>();
    for (Entry entry : queue()) {
      if (!settings.cost().isFree() && state.eligibleTime(entry.slot) > began) {
        continue;
      }
      int user = state.user(entry.slot);
      int association =
          state.hasAccounting() && state.accounting().hasAccount(entry.slot)
              ? state.accounting().account(entry.slot).association()
              : -1;
      List<Object> ofUser = List.of(user, entry.partition());
      if (tested.size() < limits.all()
          && within(limits.ofPartition(), counts, "partition " + entry.partition())
          && (user < 0
              || (within(limits.ofUser(), counts, user)
                  && within(limits.ofUserInPartition(), counts, ofUser)))
          && (association < 0
              || within(limits.ofAssociation(), counts, "association " + association))) {
        tested.add(entry);
      }
    }
    return tested;
  }

  private static boolean within(int limit, Map<Object, Integer> counts, Object of) {
    return limit == 0 || counts.merge(of, 1, Integer::sum) <= limit;
  }

  /** The first time at which the shape fits on nodes that nothing closes while it runs. */
  private Planned earliest(Shape shape, int length) {
    TreeSet<Integer> times = new TreeSet<>(List.of(state.now()));
    times.addAll(ends.values());
    reserved.forEach(other -> times.add(other.to));
    machine.reservations().forEach(other -> times.add(other.end()));
    for (int time : times.tailSet(state.now())) {
      FreeResources free = new FreeResources(machine);
      ends.forEach(
          (slot, end) -> {
            if (end > time) {
              free.take(state.nodes().placement(slot));
            }
          });
      long end = (long) time + length;
      for (int node = 0; node < machine.nodes(); node++) {
        int number = node;
        free.setUsable(
            node,
            state.nodes().state(node) == NodeState.UP
                && !isReserved(node, time, end, shape.reservation())
                && reserved.stream()
                    .noneMatch(
                        other ->
                            other.from < end && other.to > time && other.nodes.contains(number)));
      }
      Placement placement = rules.place(shape, free);
      if (placement != null) {
        return new Planned(time, placement);
      }
    }
    return null;
  }

  /** Ends in steps that double count as the last of them. */
  private void roundEnds() {
    int now = state.now();
    ends.clear();
    List<Integer> running = new ArrayList<>();
    for (int i = 0; i < state.running().size(); i++) {
      running.add(state.running().slot(i));
    }
    int span = settings.of(SlurmParameter.END_WINDOW);
    int soonest = running.stream().mapToInt(this::end).min().orElse(now);
    int origin = span == 0 ? 0 : (soonest / span + 1) * span;
    while (!running.isEmpty()) {
      int first = running.stream().mapToInt(this::end).min().orElseThrow();
      int within = span == 0 ? first : origin + span;
      int last = running.stream().mapToInt(this::end).filter(end -> end <= within).max().orElse(0);
      for (int slot : List.copyOf(running)) {
        if (end(slot) <= within) {
          ends.put(slot, last);
          running.remove((Integer) slot);
        }
      }
      span *= 2;
    }
  }

  private int end(int slot) {
    return Math.max(state.expectedEnd(slot), state.now() + 1);
  }

  private long priority(Entry entry) {
    FairShareAccounting accounting = state.accounting();
    ResolvedAccount account =
        accounting.hasAccount(entry.slot)
            ? accounting.account(entry.slot)
            : new ResolvedAccount(ResolvedAccount.NONE, "", 0, 0);
    Request request = entry.shape.request();
    int cpus = request.exclusive() ? entry.shape.width() : request.cpus();
    int perCpu =
        request.memoryPerNode() > 0 || request.memoryPerCpu() > 0
            ? request.memoryPerCpu()
            : machine.partitions().get(entry.partition()).defaultMemoryPerCpu();
    PriorityJob job =
        new PriorityJob(
            state.submitTime(entry.slot),
            state.eligibleTime(entry.slot),
            request.minNodes(),
            cpus,
            state.estimate(entry.slot),
            machine.partitions().get(entry.partition()).name(),
            account.qos(),
            Map.of("mem", (double) request.memoryPerNode() * request.minNodes() + perCpu * cpus),
            account.associationPriority(),
            0,
            account.nice());
    return new MultifactorPriority(accounting.settings(), accounting.basis())
        .of(job, accounting.fairShare(account.association()), accounting.recalculatedAt())
        .priority();
  }

  /**
   * The queue: jobs in reservations first, then by tier, then by priority if there are accounts,
   * else in order of arrival or the shortest first.
   */
  private List<Entry> queue() {
    List<Entry> queue = new ArrayList<>();
    for (int slot : waiting()) {
      Shape shape = state.nodes().shape(slot);
      for (int i = 0; i < shape.partitions(); i++) {
        queue.add(new Entry(slot, state.nodes().shapes().inPartition(shape, i)));
      }
    }
    queue.sort(
        Comparator.comparing((Entry entry) -> entry.shape.reservation() < 0)
            .thenComparing(entry -> entry.shape.reservation() < 0 ? -entry.shape.tier() : 0)
            .thenComparing(entry -> shortest ? state.estimate(entry.slot) : 0)
            .thenComparing(entry -> state.hasAccounting() ? -priority(entry) : 0)
            .thenComparing(entry -> state.job(entry.slot)));
    return queue;
  }
}
