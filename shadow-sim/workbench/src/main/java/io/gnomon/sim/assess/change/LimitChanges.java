package io.gnomon.sim.assess.change;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.limits.ResourceLimit;
import io.gnomon.sim.assess.change.SiteChange.Means;
import io.gnomon.sim.limit.LimitDefinitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Changes of what the jobs of a user, or all jobs, of a QOS may hold at a time. */
final class LimitChanges {
  private static final int FACTOR = 2;
  private static final List<LimitKind> RAISED = List.of(LimitKind.USER_TRES, LimitKind.GROUP_TRES);

  private LimitChanges() {}

  static List<SiteChange> of(SimulatedSite recorded, SlurmDefinitions site) {
    List<SiteChange> changes = new ArrayList<>();
    LimitDefinitions limits = site.limits();
    if (limits == null) {
      return changes;
    }
    new TreeMap<>(limits.qos())
        .forEach(
            (qos, of) -> {
              if (of.limits().all().stream().anyMatch(LimitChanges::isRaised)) {
                changes.add(
                    SiteChange.of(
                        "limits." + qos,
                        "limits." + qos,
                        "QOS %s allows twice as much to run at a time".formatted(qos),
                        Means.ACCOUNTING,
                        setup -> raised(setup, qos)));
              }
            });
    return changes;
  }

  private static SimulatedSite raised(SimulatedSite setup, String qos) {
    SlurmDefinitions site = setup.slurm();
    LimitDefinitions limits = site == null ? null : site.limits();
    if (site == null || limits == null) {
      return setup;
    }
    Map<String, Qos> all = new HashMap<>(limits.qos());
    all.computeIfPresent(qos, (name, of) -> of.withLimits(raised(of.limits())));
    return setup.with(
        new SlurmDefinitions(
            site.machine(),
            site.accounts(),
            limits.withQos(all),
            site.billing(),
            site.schedulerParameters()));
  }

  private static boolean isRaised(ResourceLimit limit) {
    return RAISED.contains(limit.limit());
  }

  private static Limits raised(Limits old) {
    return new Limits(
        old.all().stream()
            .map(
                one ->
                    isRaised(one)
                        ? new ResourceLimit(one.limit(), one.tres(), FACTOR * one.amount())
                        : one)
            .toList());
  }

  /** The commands that turn the limits of one site into those of another one. */
  static List<String> commands(SlurmDefinitions before, SlurmDefinitions after) {
    List<String> commands = new ArrayList<>();
    LimitDefinitions old = before.limits();
    LimitDefinitions fresh = after.limits();
    if (old == null || fresh == null) {
      return commands;
    }
    new TreeMap<>(fresh.qos())
        .forEach(
            (qos, of) -> {
              if (!old.ofQos(qos).equals(of.limits())) {
                commands.add("sacctmgr modify qos " + qos + " set" + values(of.limits()));
              }
            });
    return commands;
  }

  private static String values(Limits limits) {
    StringBuilder text = new StringBuilder();
    for (LimitKind limit : RAISED) {
      List<String> pairs = new ArrayList<>();
      limits.byTres(limit).forEach((name, amount) -> pairs.add(name + "=" + amount));
      if (!pairs.isEmpty()) {
        text.append(limit == LimitKind.USER_TRES ? " MaxTRESPerUser=" : " GrpTRES=");
        text.append(String.join(",", pairs));
      }
    }
    return text.toString();
  }
}
