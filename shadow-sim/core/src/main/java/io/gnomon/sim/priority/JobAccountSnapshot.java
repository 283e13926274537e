package io.gnomon.sim.priority;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * On whose behalf jobs were submitted, as part of a snapshot: the accounts once each, and for each
 * job the place of its account among them. Costs O(jobs).
 */
public final class JobAccountSnapshot {
  // the names in checkpoints of all versions
  private static final String ACCOUNT = "claim";
  private static final int NONE = ResolvedAccount.NONE;

  private JobAccountSnapshot() {}

  /**
   * Adds the accounts of jobs to a snapshot.
   *
   * @param numbers the numbers of their accounts, {@link ResolvedAccount#NONE} for none
   */
  public static void write(JobAccounts jobAccounts, int[] numbers, Snapshot snapshot) {
    Map<Integer, Integer> places = new LinkedHashMap<>();
    int[] written = new int[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      written[i] =
          numbers[i] == NONE ? NONE : places.computeIfAbsent(numbers[i], unused -> places.size());
    }
    List<JobAccount> distinct = places.keySet().stream().map(jobAccounts::jobAccount).toList();
    snapshot
        .putStrings("claimUser", distinct.stream().map(JobAccount::user).toList())
        .putStrings("claimAccount", distinct.stream().map(JobAccount::account).toList())
        .putStrings("claimQos", distinct.stream().map(JobAccount::qos).toList())
        .put("claimNice", distinct.stream().mapToInt(JobAccount::nice).toArray())
        .put(ACCOUNT, written);
  }

  /** Whether a snapshot has accounts. */
  public static boolean isIn(Snapshot snapshot) {
    return snapshot.has(ACCOUNT);
  }

  /**
   * The numbers of the accounts of jobs.
   *
   * @param jobAccounts in which they get their numbers
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public static int[] read(JobAccounts jobAccounts, Snapshot snapshot, int jobs) {
    List<String> users = snapshot.getStrings("claimUser");
    List<String> accounts = snapshot.getStrings("claimAccount", users.size());
    List<String> qos = snapshot.getStrings("claimQos", users.size());
    int[] nice = snapshot.getInts("claimNice", users.size());
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < nice.length; i++) {
      ids.add(jobAccounts.of(new JobAccount(users.get(i), accounts.get(i), qos.get(i), nice[i])));
    }
    int[] numbers = snapshot.getInts(ACCOUNT, jobs).clone();
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] < NONE || numbers[i] >= ids.size()) {
        throw new IllegalArgumentException(
            "%s has %d; it must be from -1 to %d"
                .formatted(snapshot.describe(ACCOUNT), numbers[i], ids.size() - 1));
      }
      numbers[i] = numbers[i] == NONE ? NONE : ids.get(numbers[i]);
    }
    return numbers;
  }
}
