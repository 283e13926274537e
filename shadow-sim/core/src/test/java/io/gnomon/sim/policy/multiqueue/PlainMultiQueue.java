package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Multiple-queue backfilling with fixed criteria, word by word and without any short cut: each
 * question about free processors is answered by adding up everything that is known.
 */
final class PlainMultiQueue extends PlainPolicy {
  private record Claim(int job, int from, long to, int partition, int processors) {
    boolean holds(long time) {
      return from <= time && time < to;
    }
  }

  private final Criteria criteria;
  private final int[] idle;
  private final Map<Integer, Integer> owner = new HashMap<>();
  private final List<Integer> pivots = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private final List<Claim> releases = new ArrayList<>();
  private int[] idleBefore = {};

  PlainMultiQueue(Criteria criteria) {
    this.criteria = criteria;
    this.idle = new int[criteria.partitions()];
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    for (int i = 0; i < state.processors(); i++) {
      idle[i % idle.length]++;
    }
  }

  @Override
  public void ended(int slot, boolean completed) {
    idle[owner.remove(slot)] += state.heldProcessors(slot);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    claims.clear();
    releases.clear();
    idleBefore = idle.clone();
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      int end = Math.max(state.now() + 1, state.running().end(i));
      int held = state.heldProcessors(slot);
      releases.add(new Claim(slot, end, Long.MAX_VALUE, owner.get(slot), held));
    }
    for (int slot : List.copyOf(pivots)) {
      if (startOrReserve(dispatcher, slot)) {
        pivots.remove((Integer) slot);
      }
    }
    for (int slot = nextPivot(); slot >= 0; slot = nextPivot()) {
      if (!startOrReserve(dispatcher, slot)) {
        pivots.add(slot);
      }
    }
    for (int slot = state.waiting().first(); slot >= 0; slot = state.waiting().next(slot)) {
      if (!pivots.contains(slot) && spare(slot, state.now()) >= state.width(slot)) {
        start(dispatcher, slot);
      }
    }
  }

  private int nextPivot() {
    for (int slot = state.waiting().first(); slot >= 0; slot = state.waiting().next(slot)) {
      int mine = partition(slot);
      if (pivots.stream().noneMatch(pivot -> partition(pivot) == mine)) {
        return slot;
      }
    }
    return -1;
  }

  private boolean startOrReserve(Dispatcher dispatcher, int slot) {
    for (int time : times()) {
      if (spare(slot, time) >= state.width(slot)) {
        if (time == state.now()) {
          start(dispatcher, slot);
          return true;
        }
        claim(slot, time);
        return false;
      }
    }
    return false;
  }

  private void start(Dispatcher dispatcher, int slot) {
    int[] taken = claim(slot, state.now());
    for (int p = 0; p < idle.length; p++) {
      idle[p] -= taken[p];
    }
    int mine = partition(slot);
    int end = state.now() + state.estimate(slot);
    claims.removeIf(claim -> claim.job == slot);
    claims.add(new Claim(slot, state.now(), end, mine, taken[mine]));
    for (int p = 0; p < idle.length; p++) {
      if (p != mine) { // what is borrowed has a new owner from now on
        claims.add(new Claim(slot, state.now(), Long.MAX_VALUE, p, taken[p]));
        releases.add(new Claim(slot, end, Long.MAX_VALUE, mine, taken[p]));
      }
    }
    owner.put(slot, mine);
    dispatcher.start(slot);
  }

  private int[] claim(int slot, int time) {
    long until = (long) time + state.estimate(slot);
    int[] taken = new int[idle.length];
    int missing = state.width(slot);
    List<Integer> order = new ArrayList<>(List.of(partition(slot)));
    for (int p = 0; p < idle.length; p++) {
      if (p != partition(slot)) {
        order.add(p);
      }
    }
    for (int p : order) {
      taken[p] = Math.min(missing, Math.max(0, least(p, time, until)));
      missing -= taken[p];
    }
    for (int p = 0; p < idle.length; p++) {
      claims.add(new Claim(slot, time, until, p, taken[p]));
    }
    return taken;
  }

  private int spare(int slot, int time) {
    int sum = 0;
    for (int p = 0; p < idle.length; p++) {
      sum += least(p, time, (long) time + state.estimate(slot));
    }
    return sum;
  }

  private int least(int partition, int from, long to) {
    int least = free(partition, from);
    for (int time : times()) {
      if (time > from && time < to) {
        least = Math.min(least, free(partition, time));
      }
    }
    return least;
  }

  private int free(int partition, int time) {
    int free = idleBefore[partition];
    for (Claim release : releases) {
      free += release.partition == partition && release.holds(time) ? release.processors : 0;
    }
    for (Claim claim : claims) {
      free -= claim.partition == partition && claim.holds(time) ? claim.processors : 0;
    }
    return free;
  }

  private TreeSet<Integer> times() {
    TreeSet<Integer> times = new TreeSet<>();
    times.add(state.now());
    releases.forEach(release -> times.add(release.from));
    for (Claim claim : claims) {
      times.add(claim.from);
      times.add((int) Math.min(claim.to, Integer.MAX_VALUE));
    }
    return times;
  }

  private int partition(int slot) {
    return criteria.partition(state.estimate(slot));
  }
}
