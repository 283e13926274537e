package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ClusterStateProperties {

  @Property(tries = 300)
  void freeProcessorsAreWhatNoJobHoldsAndTheSetsAreInOrder(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int processors) {
    ClusterState state = new ClusterState(processors);
    Random random = new Random(seed);
    for (int i = 0; i < 120; i++) {
      disturb(state, random, i);

      int[] held = {0};
      state.forEach(JobPhase.RUNNING, slot -> held[0] += state.heldProcessors(slot));
      assertThat(state.freeProcessors()).isEqualTo(state.processors() - held[0]);
      assertThat(state.activeCount())
          .isEqualTo(
              state.waiting().size()
                  + state.running().size()
                  + state.suspendedCount()
                  + state.heldCount());
      for (int k = 1; k < state.running().size(); k++) {
        assertThat(state.running().end(k)).isGreaterThanOrEqualTo(state.running().end(k - 1));
      }
      int previous = -1;
      int waiting = 0;
      for (int slot = state.waiting().first(); slot >= 0; slot = state.waiting().next(slot)) {
        assertThat(state.job(slot)).isGreaterThan(previous);
        previous = state.job(slot);
        waiting++;
      }
      assertThat(waiting).isEqualTo(state.waiting().size());
    }
  }

  @Property(tries = 200)
  void aForkIsEqualAndIndependent(@ForAll long seed, @ForAll @IntRange(max = 100) int steps) {
    ClusterState origin = new ClusterState(12);
    Random random = new Random(seed);
    for (int i = 0; i < steps; i++) {
      disturb(origin, random, i);
    }
    ClusterState fork = origin.fork();
    long before = origin.hash();
    assertThat(fork.hash()).isEqualTo(before);

    Random same = new Random(seed + 1);
    for (int i = 0; i < 40; i++) {
      disturb(fork, same, 1000 + i);
    }
    assertThat(origin.hash()).isEqualTo(before);

    Random again = new Random(seed + 1);
    for (int i = 0; i < 40; i++) {
      disturb(origin, again, 1000 + i);
    }
    assertThat(origin.hash()).isEqualTo(fork.hash());
  }

  @Property(tries = 200)
  void equalStatesHaveEqualHashesWhateverTheirSlots(@ForAll long seed) {
    ClusterState straight = new ClusterState(50);
    ClusterState detour = new ClusterState(50);
    Random random = new Random(seed);
    List<Integer> strangers = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      strangers.add(detour.submit(i, 0, 1, 5));
    }
    for (int slot : strangers) {
      if (random.nextBoolean()) {
        detour.cancel(slot);
      }
    }
    for (int job = 100; job < 130; job++) {
      int width = 1 + random.nextInt(50);
      int estimate = 1 + random.nextInt(500);
      boolean starts = width <= straight.freeProcessors() && random.nextBoolean();
      for (ClusterState state : List.of(straight, detour)) {
        int slot = state.submit(job, 0, width, estimate);
        state.describe(slot, job % 3, -1, -1);
        if (starts) {
          state.start(slot);
        }
      }
    }
    detour.forEachActive(
        slot -> {
          if (detour.job(slot) < 100) {
            detour.cancel(slot);
          }
        });

    assertThat(detour.hash()).isEqualTo(straight.hash());
    straight.cancel(
        straight.waiting().isEmpty() ? straight.running().slot(0) : straight.waiting().first());
    assertThat(detour.hash()).isNotEqualTo(straight.hash());
  }

  /** One random transition, legal or refused. */
  private static void disturb(ClusterState state, Random random, int number) {
    state.advanceTo(state.now() + random.nextInt(4));
    List<Integer> slots = new ArrayList<>();
    state.forEachActive(slots::add);
    slots.sort((a, b) -> Integer.compare(state.job(a), state.job(b)));
    int kind = random.nextInt(12);
    int pick = random.nextInt(1 + slots.size());
    int width = 1 + random.nextInt(8);
    int estimate = 1 + random.nextInt(60);
    if (kind < 4 || pick == slots.size()) {
      state.submit(number, state.now(), width, estimate);
      return;
    }
    int slot = slots.get(pick);
    try {
      switch (kind) {
        case 4, 5, 6 -> state.start(slot);
        case 7 -> state.finish(slot);
        case 8 -> state.modify(slot, state.width(slot), estimate);
        case 9 -> toggle(state, slot);
        case 10 -> state.requeue(slot);
        default -> state.cancel(slot);
      }
    } catch (IllegalTransitionException refused) {
      assertThat(refused).hasMessageContaining("job " + state.job(slot));
    }
  }

  private static void toggle(ClusterState state, int slot) {
    switch (state.phase(slot)) {
      case WAITING -> state.hold(slot);
      case HELD -> state.release(slot);
      case RUNNING -> state.suspend(slot);
      case SUSPENDED -> state.resume(slot);
    }
  }
}
