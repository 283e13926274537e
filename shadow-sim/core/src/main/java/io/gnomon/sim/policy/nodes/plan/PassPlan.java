package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A plan that lasts one pass: the running jobs, the jobs that start in the pass, and reservations
 * of whole nodes for jobs that start later.
 *
 * <p>Within a pass resources are only taken, so that a job starts no earlier than those of its
 * shape and length before it. Cost: O(nodes of running jobs) to begin; see {@link PlanSearch} for a
 * search. Not thread-safe.
 */
public final class PassPlan {
  private static final int MOST_KINDS = 4096;

  private record Key(int shape, int seconds) {}

  private static final class Known {
    final PlannedKind kind;
    int pass;
    int earliest;

    Known(PlannedKind kind) {
      this.kind = kind;
    }
  }

  /** A reservation of all nodes of some places. */
  private record Reserved(int[] places, int from) {}

  private record Space(NodeTimelines timelines, PlanSearch search) {}

  private final Machine machine;
  private final NodeGroups groups;
  private final ShapeNeeds needs;
  private final Map<Key, Known> kinds = new HashMap<>();
  private @Nullable Space space; // from the first pass on
  private final List<Reserved> reserved = new ArrayList<>();
  private int pass;
  private int now;

  /**
   * A plan for a machine.
   *
   * @param byNumber whether nodes that a job always has for itself are reserved by number, so that
   *     no reservation is for certain ones
   * @param byReservation whether jobs may start in the machine's reservations
   */
  public PassPlan(Machine machine, boolean byNumber, boolean byReservation) {
    this(machine, new NodeGroups(machine, byNumber, byReservation));
  }

  private PassPlan(Machine machine, NodeGroups groups) {
    this(machine, groups, new ShapeNeeds(machine, groups));
  }

  private PassPlan(Machine machine, NodeGroups groups, ShapeNeeds needs) {
    this.machine = machine;
    this.groups = groups;
    this.needs = needs;
  }

  /** A plan for the same machine, before its first pass, that another thread can use. */
  public PassPlan fresh() {
    return new PassPlan(machine, groups, needs.copy());
  }

  private Space space() {
    if (space == null) {
      NodeTimelines timelines = new NodeTimelines(machine, groups);
      space = new Space(timelines, new PlanSearch(timelines, new ConsTres(machine)));
    }
    return space;
  }

  /**
   * Begins a pass with the running jobs and the reservations of the machine.
   *
   * @param ends the expected end of the {@code i}-th running job, after now; ascending
   */
  public void begin(ClusterState state, IntUnaryOperator ends) {
    now = state.now();
    pass++;
    reserved.clear();
    space().timelines.reset(state, ends);
    if (kinds.size() > MOST_KINDS) {
      kinds.clear();
    }
  }

  /** Begins a pass; a job past its estimate is expected to end at the next second. */
  public void begin(ClusterState state) {
    RunningSet running = state.running();
    int next = state.now() + 1;
    begin(state, i -> Math.max(running.end(i), next));
  }

  /**
   * The earliest start of a job, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is
   * none.
   *
   * @param seconds for which its resources must be free
   */
  public int earliest(Shape shape, int seconds) {
    Key key = new Key(shape.id(), seconds);
    Known known = kinds.get(key);
    if (known == null) {
      known = new Known(new PlannedKind(shape, seconds, needs.of(shape), now));
      kinds.put(key, known);
    }
    if (known.pass != pass) {
      known.pass = pass;
      known.kind.forget(now);
      known.earliest = shape.isPossible() ? now : NEVER;
    }
    if (known.earliest != NEVER) {
      known.earliest = space().search.first(known.kind, known.earliest, NEVER);
    }
    return known.earliest;
  }

  /**
   * The earliest start of a job if some of the jobs that ran when the pass began end now, as {@link
   * #earliest}. O(nodes of these jobs) more than a first search.
   *
   * @param ending the expected ends that the pass began with, by slot
   */
  public int earliestWithout(
      ClusterState state, Map<Integer, Integer> ending, Shape shape, int seconds) {
    if (!shape.isPossible()) {
      return NEVER;
    }
    NodeTimelines timelines = space().timelines;
    ending.forEach((slot, end) -> timelines.ended(state.nodes(), slot, now, end));
    PlannedKind kind = new PlannedKind(shape, seconds, needs.of(shape), now);
    int start = space().search.first(kind, now, NEVER);
    ending.forEach((slot, end) -> timelines.undoEnded(state.nodes(), slot, now, end));
    return start;
  }

  /**
   * What a job would hold that starts now; null if it does not fit, beside all reservations, for
   * {@code seconds}.
   *
   * @param free what is free now
   */
  public @Nullable Placement placeNow(Shape shape, int seconds, FreeResources free) {
    boolean fits = first(shape, seconds, now, now + 1, null) != NEVER;
    return fits ? placement(free) : null;
  }

  /**
   * The first time from {@code from} on at which a job can start, {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none. Among equally good nodes, those
   * on which nothing becomes free until then come last.
   *
   * @param free what is free now
   */
  public int first(Shape shape, int seconds, int from, FreeResources free) {
    return first(shape, seconds, from, NEVER, free);
  }

  private int first(
      Shape shape, int seconds, int from, int limit, @Nullable FreeResources besideFree) {
    PlanSearch search = space().search;
    search.reserveBeside(besideFree);
    PlannedKind kind = new PlannedKind(shape, seconds, needs.of(shape), now);
    return search.firstBeside(kind, from, limit);
  }

  /** What the job found last will hold. */
  public Placement found() {
    return space().search.placement();
  }

  /**
   * What the job found last, which starts now, will hold; null if its nodes are not free.
   *
   * @param free what is free now
   */
  public @Nullable Placement placement(FreeResources free) {
    return groups.bind(found(), free);
  }

  /** Adds the job found last, which starts now. */
  public void start(int seconds) {
    take(found(), now, seconds);
  }

  /** Takes what a job holds from {@code from} on. */
  public void take(Placement placement, int from, int seconds) {
    space().timelines.take(placement, from, NodeTimelines.end(from, seconds));
  }

  /** Reserves the nodes of the job found last from {@code from} to {@code to}. */
  public void reserve(int from, int to) {
    close(found(), from, to);
  }

  /** Keeps the jobs that are added from now on off the nodes of a placement. */
  public void close(Placement placement, int from, int to) {
    space().timelines.close(placement, from, to);
    reserved.add(new Reserved(groups.placesOf(placement.nodes()), from));
  }

  /**
   * Makes nodes unusable that are reserved for jobs of this pass, or by reservations of the
   * machine, before a job has ended that starts now. Of nodes that are reserved by number, all are.
   *
   * @param own the reservation in which the job runs, negative for none
   */
  public void hideReserved(FreeResources view, int seconds, int own) {
    int end = NodeTimelines.end(now, seconds);
    for (Reserved one : reserved) {
      for (int place : one.places()) {
        hide(view, one.from() < end, groups.nodes(place));
      }
    }
    for (int i = 0; i < machine.reservations().size(); i++) {
      Reservation one = machine.reservations().get(i);
      boolean overlaps = i != own && one.start() < end && one.end() > now;
      hide(view, overlaps, machine.reservedNodes(i));
    }
  }

  /**
   * The first second after now in which a job of that length would overlap with one more
   * reservation, so that it may be placed on other nodes; {@link
   * io.gnomon.sim.policy.SchedulingPolicy#NEVER} if there is none.
   */
  public int nextOverlap(int seconds) {
    int next = NEVER;
    for (Reserved one : reserved) {
      next = soonest(next, one.from(), seconds);
    }
    for (Reservation one : machine.reservations()) {
      next = soonest(next, one.start(), seconds);
    }
    return next;
  }

  private int soonest(int next, int from, int seconds) {
    int overlap = from - seconds + 1;
    return overlap > now ? Math.min(next, overlap) : next;
  }

  private static void hide(FreeResources view, boolean overlaps, int[] nodes) {
    for (int i = 0; overlaps && i < nodes.length; i++) {
      view.setUsable(nodes[i], false);
    }
  }
}
