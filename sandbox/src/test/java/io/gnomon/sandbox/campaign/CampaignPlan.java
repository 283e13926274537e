package io.gnomon.sandbox.campaign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The faults of a campaign by period of a cluster, a function of the seed.
 *
 * <p>Kinds are drawn from shuffled decks, so that each occurs in its share. A period has one to
 * three faults, whose targets differ.
 */
record CampaignPlan(List<Period> periods) {
  private static final int MOST_FAULTS = 3;
  private static final int VARIANTS = 64;
  private static final int MOST_DELAY_MILLIS = 400;
  private static final int MOST_HOLD_MILLIS = 2_000;

  /**
   * A period between two evaluations of one cluster.
   *
   * @param cluster the cluster's index
   * @param part of the period's events that come before the faults
   */
  record Period(int cluster, double part, List<Fault> faults) {
    Period {
      faults = List.copyOf(faults);
    }
  }

  CampaignPlan {
    periods = List.copyOf(periods);
  }

  /** The plan of {@code seed} with exactly {@code faults} faults of some kinds. */
  static CampaignPlan of(long seed, int faults, Set<FaultKind> kinds, int clusters) {
    Random random = new Random(seed);
    List<Period> periods = new ArrayList<>();
    List<FaultKind> deck = new ArrayList<>();
    for (int left = faults; left > 0; ) {
      int most = Math.min(left, 1 + random.nextInt(MOST_FAULTS));
      Set<FaultKind.Target> targets = EnumSet.noneOf(FaultKind.Target.class);
      List<Fault> drawn = new ArrayList<>();
      while (drawn.size() < most) {
        if (deck.isEmpty()) {
          deck = shuffled(kinds, random);
        }
        if (!targets.add(deck.get(0).target())) {
          break;
        }
        drawn.add(fault(deck.remove(0), random));
      }
      left -= drawn.size();
      periods.add(new Period(periods.size() % clusters, random.nextDouble(), drawn));
    }
    return new CampaignPlan(periods);
  }

  /** The plan of {@code seed} in which {@code ends} times a replica ends, each time the other. */
  static CampaignPlan rebalances(long seed, int ends, int clusters) {
    Random random = new Random(seed);
    List<Period> periods = new ArrayList<>();
    for (int end = 0; end < ends; end++) {
      FaultKind kind = end / 2 % 2 == 0 ? FaultKind.SERVE_KILLED : FaultKind.SERVE_RESTARTED;
      Fault fault = fault(kind, end % 2, random);
      periods.add(new Period(end % clusters, random.nextDouble(), List.of(fault)));
    }
    return new CampaignPlan(periods);
  }

  private static Fault fault(FaultKind kind, Random random) {
    return fault(kind, random.nextInt(2), random);
  }

  private static Fault fault(FaultKind kind, int replica, Random random) {
    return new Fault(
        kind,
        replica,
        random.nextInt(VARIANTS),
        random.nextInt(MOST_DELAY_MILLIS),
        random.nextInt(MOST_HOLD_MILLIS));
  }

  private static List<FaultKind> shuffled(Set<FaultKind> kinds, Random random) {
    List<FaultKind> deck = new ArrayList<>();
    kinds.stream().sorted().forEach(kind -> deck.addAll(Collections.nCopies(kind.share(), kind)));
    Collections.shuffle(deck, random);
    return deck;
  }
}
