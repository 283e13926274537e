package io.gnomon.sim.assess.change;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.sim.assess.change.Change.Means;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.Limits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Changes of what the jobs of a user, or all jobs, of a QOS may hold at a time. */
final class LimitChanges {
  private static final int FACTOR = 2;
  private static final List<LimitKind> RAISED = List.of(LimitKind.USER_TRES, LimitKind.GROUP_TRES);

  private LimitChanges() {}

  static List<Change> of(SimulatedSite recorded, SlurmDefinitions site) {
    List<Change> changes = new ArrayList<>();
    LimitDefinitions limits = site.limits();
    if (limits == null) {
      return changes;
    }
    new TreeMap<>(limits.qosLimits())
        .forEach(
            (qos, of) -> {
              if (RAISED.stream().anyMatch(of.tres()::containsKey)) {
                changes.add(
                    Change.of(
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
    Map<String, Limits> all = new HashMap<>(limits.qosLimits());
    all.computeIfPresent(qos, (name, of) -> raised(of));
    return setup.with(
        new SlurmDefinitions(
            site.machine(),
            site.accounts(),
            new LimitDefinitions(
                limits.tree(),
                limits.limits(),
                limits.qos(),
                all,
                limits.partitionQos(),
                limits.licenses(),
                limits.safe()),
            site.billing(),
            site.schedulerParameters()));
  }

  private static Limits raised(Limits old) {
    Map<LimitKind, Map<String, Long>> tres = new EnumMap<>(LimitKind.class);
    old.tres()
        .forEach(
            (limit, amounts) -> {
              Map<String, Long> changed = new TreeMap<>(amounts);
              if (RAISED.contains(limit)) {
                changed.replaceAll((name, amount) -> FACTOR * amount);
              }
              tres.put(limit, changed);
            });
    return new Limits(tres, old.counts());
  }

  /** The commands that turn the limits of one site into those of another one. */
  static List<String> commands(SlurmDefinitions before, SlurmDefinitions after) {
    List<String> commands = new ArrayList<>();
    LimitDefinitions old = before.limits();
    LimitDefinitions fresh = after.limits();
    if (old == null || fresh == null) {
      return commands;
    }
    new TreeMap<>(fresh.qosLimits())
        .forEach(
            (qos, of) -> {
              Limits was = old.qosLimits().getOrDefault(qos, Limits.NONE);
              if (!was.equals(of)) {
                commands.add("sacctmgr modify qos " + qos + " set" + values(of));
              }
            });
    return commands;
  }

  private static String values(Limits limits) {
    StringBuilder text = new StringBuilder();
    for (LimitKind limit : RAISED) {
      Map<String, Long> amounts = limits.tres().getOrDefault(limit, Map.of());
      if (!amounts.isEmpty()) {
        List<String> pairs = new ArrayList<>();
        new TreeMap<>(amounts).forEach((name, amount) -> pairs.add(name + "=" + amount));
        text.append(limit == LimitKind.USER_TRES ? " MaxTRESPerUser=" : " GrpTRES=");
        text.append(String.join(",", pairs));
      }
    }
    return text.toString();
  }
}
