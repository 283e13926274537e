package io.gnomon.sim.limit;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.LimitMeasure;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.LimitRules.Counted;
import io.gnomon.sim.limit.LimitUse.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The limits of a cluster with what they count now. Stateless. */
public final class LimitTable {
  private LimitTable() {}

  /**
   * The first limit under which a job can never start, or else the one that {@link
   * LimitUsage#check(LimitSet, long[], int)} names, with what it counts now; null if the job may
   * start. The reason is the one that {@code check} returns.
   *
   * @param amounts what the job would hold
   * @param timeLimit seconds
   */
  public static @Nullable HoldingLimit holding(
      LimitUsage usage, LimitSet limits, long[] amounts, int timeLimit) {
    LimitTest first = null;
    for (LimitTest test : limits.toStart) {
      if (first == null && usage.exceeds(test, amounts, null, timeLimit)) {
        first = test;
      }
      if (first != null && usage.rules().forbids(test, amounts, timeLimit)) {
        return holding(true, first.reason(), usage, test, amounts, timeLimit);
      }
    }
    return first == null ? null : holding(false, first.reason(), usage, first, amounts, timeLimit);
  }

  private static HoldingLimit holding(
      boolean forever,
      WaitingReason reason,
      LimitUsage usage,
      LimitTest test,
      long[] amounts,
      int timeLimit) {
    return new HoldingLimit(
        forever,
        reason,
        LimitUse.of(usage, test),
        test.requested(amounts, LimitUsage.minutes(timeLimit)));
  }

  /**
   * All limits that count jobs and what they hold, the most used ones first. Limits of single jobs
   * are left out, and those of users and accounts that have had no job. Costs O(limits and
   * counters).
   */
  public static List<LimitUse> uses(LimitUsage usage) {
    LimitRules rules = usage.rules();
    List<LimitUse> all = new ArrayList<>();
    for (Map.Entry<Counted, Integer> entry : rules.counted().entrySet()) {
      add(usage, entry.getKey(), entry.getValue(), all);
    }
    all.sort(
        Comparator.comparingDouble((LimitUse one) -> -one.part())
            .thenComparing(one -> one.limit()));
    return all;
  }

  private static void add(LimitUsage usage, Counted counted, int row, List<LimitUse> all) {
    LimitDefinitions definitions = usage.rules().definitions();
    List<String> tres = usage.rules().tres();
    String holder = LimitUse.holder(definitions, counted);
    boolean isAssociation = counted.association() >= 0;
    if (!isAssociation && counted.qos().isEmpty()) {
      definitions
          .licenses()
          .forEach(
              (name, count) -> {
                String license = LimitRules.license(name);
                long held = LimitUse.present(usage, LimitMeasure.HELD, row, tres.indexOf(license));
                all.add(new LimitUse(LimitUse.LICENSES, license, holder, count, held, Unit.HELD));
              });
      return;
    }
    Limits limits =
        isAssociation
            ? definitions.tree().get(counted.association()).limits()
            : definitions.ofQos(counted.qos());
    // accounts pass limits that are not of groups on to their users
    boolean ofMembers = !isAssociation || definitions.tree().get(counted.association()).isUser();
    for (ResourceLimit one : limits.all()) {
      LimitKind limit = one.limit();
      Unit unit = Unit.of(limit.measure());
      if (unit != Unit.JOB
          && Counted.Member.of(limit) == counted.kind()
          && (ofMembers || limit.isOfGroup())) {
        String name = Objects.requireNonNullElse(one.tres(), "");
        long present = LimitUse.present(usage, limit.measure(), row, tres.indexOf(name));
        all.add(new LimitUse(limit.printed(), name, holder, one.amount(), present, unit));
      }
    }
  }
}
