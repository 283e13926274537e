package io.gnomon.sim.priority;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * On whose behalf jobs were submitted, as part of a snapshot: the claimants once each, and for each
 * job the place of its claimant among them. Costs O(jobs).
 */
public final class ClaimSnapshot {
  private static final String CLAIM = "claim";
  private static final int NONE = Claim.NONE;

  private ClaimSnapshot() {}

  /**
   * Adds the claims of jobs to a snapshot.
   *
   * @param numbers the numbers of their claims, {@link Claim#NONE} for none
   */
  public static void write(Claims claims, int[] numbers, Snapshot snapshot) {
    Map<Integer, Integer> places = new LinkedHashMap<>();
    int[] written = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      written[i] =
          numbers[i] == NONE ? NONE : places.computeIfAbsent(numbers[i], unused -> places.size());
    }
    List<Claimant> claimants = places.keySet().stream().map(claims::claimant).toList();
    snapshot
        .putStrings("claimUser", claimants.stream().map(Claimant::user).toList())
        .putStrings("claimAccount", claimants.stream().map(Claimant::account).toList())
        .putStrings("claimQos", claimants.stream().map(Claimant::qos).toList())
        .put("claimNice", claimants.stream().mapToInt(Claimant::nice).toArray())
        .put(CLAIM, written);
  }

  /** Whether a snapshot has claims. */
  public static boolean isIn(Snapshot snapshot) {
    return snapshot.has(CLAIM);
  }

  /**
   * The numbers of the claims of jobs.
   *
   * @param claims in which they get their numbers
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length, or
   *     names a QOS that the cluster does not have
   */
  public static int[] read(Claims claims, Snapshot snapshot, int jobs) {
    List<String> users = snapshot.getStrings("claimUser");
    List<String> accounts = snapshot.getStrings("claimAccount", users.size());
    List<String> qos = snapshot.getStrings("claimQos", users.size());
    int[] nice = snapshot.getInts("claimNice", users.size());
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < nice.length; i++) {
      ids.add(claims.of(new Claimant(users.get(i), accounts.get(i), qos.get(i), nice[i])));
    }
    int[] numbers = snapshot.getInts(CLAIM, jobs).clone();
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] < NONE || numbers[i] >= ids.size()) {
        throw new IllegalArgumentException(
            "%s has %d; it must be from -1 to %d"
                .formatted(snapshot.describe(CLAIM), numbers[i], ids.size() - 1));
      }
      numbers[i] = numbers[i] == NONE ? NONE : ids.get(numbers[i]);
    }
    return numbers;
  }
}
