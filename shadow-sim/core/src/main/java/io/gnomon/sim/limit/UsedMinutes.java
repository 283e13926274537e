package io.gnomon.sim.limit;

import io.gnomon.sim.limit.LimitRules.Counted;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The used minutes of a {@link LimitUsage} by name of their association, QOS and TRES, so that they
 * survive a change of the limits.
 */
final class UsedMinutes {
  private final LimitUsage usage;
  private final LimitRules rules;

  UsedMinutes(LimitUsage usage) {
    this.usage = usage;
    rules = usage.rules();
  }

  /** See {@link LimitUsage#snapshot}. */
  Snapshot snapshot() {
    List<Counted> used =
        rules.counted().entrySet().stream()
            .filter(row -> isHolder(row.getKey()) && isUsed(row.getValue()))
            .map(Map.Entry::getKey)
            .sorted(Comparator.comparing(Counted::qos).thenComparingInt(Counted::association))
            .toList();
    double[] wall = new double[used.size()];
    double[] seconds = new double[used.size() * usage.tres];
    for (int i = 0; i < wall.length; i++) {
      int row = rules.row(used.get(i));
      wall[i] = usage.wallSeconds[row];
      System.arraycopy(usage.usedSeconds, row * usage.tres, seconds, i * usage.tres, usage.tres);
    }
    return new Snapshot()
        .put("recalculatedAt", usage.recalculated)
        .put("keptPerSecond", usage.keptPerSecond)
        .putStrings("tres", rules.tres())
        .putStrings("qos", used.stream().map(Counted::qos).toList())
        .putStrings("account", used.stream().map(this::account).toList())
        .putStrings("user", used.stream().map(this::user).toList())
        .put("wallSeconds", wall)
        .put("usedSeconds", seconds);
  }

  /** Whether all jobs of an association or a QOS are counted. */
  private static boolean isHolder(Counted counted) {
    return counted.kind() == Counted.Member.ALL
        && (counted.association() >= 0 || !counted.qos().isEmpty());
  }

  private boolean isUsed(int row) {
    return usage.counts(row)
        && (usage.wallSeconds[row] > 0
            || Arrays.stream(usage.usedSeconds, row * usage.tres, (row + 1) * usage.tres)
                .anyMatch(used -> used > 0));
  }

  private String account(Counted of) {
    return of.association() < 0 ? "" : rules.definitions().tree().get(of.association()).account();
  }

  private String user(Counted of) {
    return of.association() < 0 ? "" : rules.definitions().tree().get(of.association()).user();
  }

  /** See {@link LimitUsage#restore}. */
  void restore(Snapshot snapshot) {
    usage.recalculated = snapshot.getInt("recalculatedAt");
    usage.keptPerSecond = snapshot.getDouble("keptPerSecond");
    List<String> names = snapshot.getStrings("tres");
    List<String> qos = snapshot.getStrings("qos");
    List<String> accounts = snapshot.getStrings("account");
    List<String> users = snapshot.getStrings("user");
    double[] wall = snapshot.getDoubles("wallSeconds", qos.size());
    double[] seconds = snapshot.getDoubles("usedSeconds", qos.size() * names.size());
    if (accounts.size() != qos.size() || users.size() != qos.size()) {
      throw new IllegalArgumentException(
          "%s has %d accounts and %d users; allowed are as many as QOS, %d"
              .formatted(snapshot.describe("account"), accounts.size(), users.size(), qos.size()));
    }
    Arrays.fill(usage.wallSeconds, 0);
    Arrays.fill(usage.usedSeconds, 0);
    Arrays.fill(usage.lateSums, 0);
    for (int i = 0; i < wall.length; i++) {
      OptionalInt association = rules.definitions().tree().find(accounts.get(i), users.get(i));
      boolean known =
          qos.get(i).isEmpty()
              ? association.isPresent()
              : rules.definitions().qos().containsKey(qos.get(i));
      if (known) {
        int of = qos.get(i).isEmpty() ? association.getAsInt() : -1;
        int row = rules.row(new Counted(qos.get(i), of, Counted.Member.ALL, ""));
        usage.reach(row);
        usage.wallSeconds[row] = wall[i];
        for (int j = 0; j < names.size(); j++) {
          int number = rules.tres().indexOf(names.get(j));
          if (number >= 0) {
            usage.usedSeconds[row * usage.tres + number] = seconds[i * names.size() + j];
          }
        }
      }
    }
  }
}
