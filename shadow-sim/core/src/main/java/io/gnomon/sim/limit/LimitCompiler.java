package io.gnomon.sim.limit;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.LimitMeasure;
import io.gnomon.model.limits.LimitScope;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.limit.LimitRules.Counted;
import io.gnomon.sim.limit.LimitUse.Unit;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Compiles the limits of the jobs of one association, QOS and partition. */
final class LimitCompiler {
  /** A QOS, or an association if its index is not −1. */
  private record Holder(LimitScope scope, String qos, int association, Limits limits) {}

  private record Decided(LimitKind limit, String tres) {}

  private final LimitRules rules;
  private final LimitDefinitions definitions;
  private final int association;
  private final List<Holder> qos;
  private final List<Holder> associations = new ArrayList<>(); // the job's first, the root last
  private final Set<Integer> rows = new TreeSet<>();
  private final Set<Integer> nodeRows = new HashSet<>(); // those that count different nodes
  private final Set<LimitKind> decided = new HashSet<>();
  private final Set<Decided> decidedTres = new HashSet<>();

  LimitCompiler(LimitRules rules, int association, String ofJob, String ofPartition) {
    this.rules = rules;
    this.association = association;
    definitions = rules.definitions();
    Qos job = definitions.qos().get(ofJob);
    boolean jobFirst = job != null && job.precedesPartition();
    qos =
        Stream.of(jobFirst ? ofJob : ofPartition, jobFirst ? ofPartition : ofJob)
            .filter(name -> !name.isEmpty())
            .distinct()
            .map(name -> new Holder(LimitScope.QOS, name, -1, definitions.ofQos(name)))
            .toList();
    for (int index = association; index >= 0; index = definitions.tree().parent(index)) {
      associations.add(
          new Holder(LimitScope.ASSOCIATION, "", index, definitions.tree().get(index).limits()));
    }
  }

  LimitSet compile(double usageFactor) {
    Stream.concat(qos.stream(), associations.stream()).forEach(this::count);
    List<LimitTest> toSubmit = numbers(true);
    List<LimitTest> toStart = numbers(false);
    licenses(toStart);
    Stream.concat(qos.stream(), associations.stream()).forEach(holder -> amounts(holder, toStart));
    int[] counted = rows.stream().mapToInt(Integer::intValue).toArray();
    boolean[] decays = new boolean[counted.length];
    boolean[] countsNodes = new boolean[counted.length];
    for (int i = 0; i < counted.length; i++) {
      decays[i] = rules.decays(counted[i]);
      countsNodes[i] = nodeRows.contains(counted[i]);
    }
    return new LimitSet(toStart, toSubmit, counted, decays, countsNodes, usageFactor, denies());
  }

  private boolean denies() {
    return qos.stream()
        .map(holder -> definitions.qos().get(holder.qos))
        .anyMatch(of -> of != null && of.denies());
  }

  /** Jobs count for a limit even if another one decides about them. */
  private void count(Holder holder) {
    for (ResourceLimit one : holder.limits.all()) {
      LimitKind limit = one.limit();
      if (reaches(holder, limit.isOfGroup())) {
        int row = row(holder, limit);
        if (limit.measure() == LimitMeasure.HELD && LimitRules.NODE.equals(one.tres())) {
          nodeRows.add(row);
        }
      }
    }
  }

  private List<LimitTest> numbers(boolean toSubmit) {
    List<LimitTest> tests = new ArrayList<>();
    qos.forEach(holder -> numbers(holder, toSubmit, tests));
    associations.forEach(holder -> numbers(holder, toSubmit, tests));
    return tests;
  }

  private void numbers(Holder holder, boolean toSubmit, List<LimitTest> tests) {
    for (LimitKind limit : LimitKind.values()) {
      Long most = holder.limits.of(limit).orElse(null);
      boolean isToSubmit = limit.measure() == LimitMeasure.SUBMITTED;
      if (most != null && isToSubmit == toSubmit && applies(holder, limit)) {
        tests.add(
            test(
                holder,
                limit.measure(),
                row(holder, limit),
                -1,
                most,
                LimitReasons.of(holder.scope, limit),
                limit.printed()));
        if (holder.scope == LimitScope.QOS) {
          decided.add(limit);
        }
      }
    }
  }

  private LimitTest test(
      Holder holder,
      LimitMeasure kind,
      int row,
      int tres,
      long most,
      WaitingReason reason,
      String name) {
    Counted counted = new Counted(holder.qos, holder.association, Counted.Member.ALL, "");
    return new LimitTest(
        kind, row, tres, most, reason, name, LimitUse.holder(definitions, rules.of(row, counted)));
  }

  private boolean applies(Holder holder, LimitKind limit) {
    boolean byQos =
        switch (limit) {
          case JOBS ->
              decided.contains(LimitKind.JOBS_OF_USER)
                  || decided.contains(LimitKind.JOBS_OF_ACCOUNT);
          case SUBMITTED ->
              decided.contains(LimitKind.SUBMITTED_OF_USER)
                  || decided.contains(LimitKind.SUBMITTED_OF_ACCOUNT);
          default -> decided.contains(limit);
        };
    return !byQos
        && reaches(holder, limit.isOfGroup())
        && !(limit == LimitKind.GROUP_WALL_MINUTES && isRoot(holder));
  }

  /** Accounts pass limits that are not of groups on to their users. */
  private boolean reaches(Holder holder, boolean ofGroup) {
    return ofGroup || holder.scope == LimitScope.QOS || holder.association == association;
  }

  private static boolean isRoot(Holder holder) {
    return holder.association == AssociationTree.ROOT;
  }

  private int row(Holder holder, LimitKind limit) {
    return Unit.of(limit.measure()) == Unit.JOB ? -1 : row(holder, Counted.Member.of(limit));
  }

  private void licenses(List<LimitTest> tests) {
    new TreeMap<>(definitions.licenses())
        .forEach(
            (name, count) -> {
              int row = rules.row(new Counted("", -1, Counted.Member.ALL, ""));
              rows.add(row);
              int tres = rules.tres().indexOf(LimitRules.license(name));
              tests.add(
                  new LimitTest(
                      LimitMeasure.HELD,
                      row,
                      tres,
                      count,
                      WaitingReason.LICENSES,
                      LimitUse.LICENSES,
                      LimitUse.CLUSTER));
            });
  }

  private void amounts(Holder holder, List<LimitTest> tests) {
    for (LimitKind limit : LimitKind.values()) {
      for (String name : rules.tres()) {
        Long most = holder.limits.of(limit, name).orElse(null);
        Decided here = new Decided(limit, name);
        boolean applies =
            !decidedTres.contains(here)
                && reaches(holder, limit.isOfGroup())
                && !(limit == LimitKind.GROUP_TRES_MINUTES && isRoot(holder));
        if (most != null && applies) {
          tests.add(
              test(
                  holder,
                  limit.measure(),
                  row(holder, limit),
                  rules.tres().indexOf(name),
                  most,
                  LimitReasons.of(holder.scope, limit, name),
                  limit.printed()));
          if (holder.scope == LimitScope.QOS) {
            decidedTres.add(here);
          }
        }
      }
    }
  }

  private int row(Holder holder, Counted.Member kind) {
    String member = "";
    if (kind != Counted.Member.ALL && association >= 0) {
      Association of = definitions.tree().get(association);
      member = kind == Counted.Member.USER ? of.user() : of.account();
    }
    int row = rules.row(new Counted(holder.qos, holder.association, kind, member));
    rows.add(row);
    return row;
  }
}
