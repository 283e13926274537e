package io.gnomon.sim.policy.difference;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.ChangedSetting;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What changes from one policy to another, in the scheduler's own terms.
 *
 * @param settings what changes; none between equal policies
 * @param commands how an administrator of Slurm would make the change; none where no setting of
 *     Slurm says it
 * @param undo how it is undone
 */
public record PolicyDifference(List<Setting> settings, List<String> commands, List<String> undo) {
  private static final Set<String> ORDER = Set.of("order", "weight", "seed", "length");
  private static final String OF_BRIDGE =
      "# Gnomon’s bridge sets the nice values of waiting jobs to this order";

  /**
   * A setting with its values, both in words or in the scheduler's form.
   *
   * @param name as the scheduler prints it
   */
  public record Setting(String name, String from, String to) {
    @Override
    public String toString() {
      return name + " " + from + " → " + to;
    }
  }

  /** Copies the lists. */
  public PolicyDifference {
    settings = List.copyOf(settings);
    commands = List.copyOf(commands);
    undo = List.copyOf(undo);
  }

  /** The difference of two policies in text form; texts that are no policies are compared whole. */
  public static PolicyDifference between(String from, String to, SiteValues site) {
    try {
      Spec before = Spec.parse(from);
      Spec after = Spec.parse(to);
      if (before.name().equals(after.name())) {
        return between(before, after, site);
      }
    } catch (IllegalArgumentException notPolicies) {
      // compared whole
    }
    return from.equals(to)
        ? new PolicyDifference(List.of(), List.of(), List.of())
        : new PolicyDifference(
            List.of(new Setting("policy", Policies.describe(from), Policies.describe(to))),
            List.of(),
            List.of());
  }

  private static PolicyDifference between(Spec before, Spec after, SiteValues site) {
    List<Setting> settings = new ArrayList<>();
    boolean slurm = after.name().equals(SlurmFamily.NAME);
    String from = slurm ? SlurmFamily.order(before) : QueueOrder.words(before);
    String to = slurm ? SlurmFamily.order(after) : QueueOrder.words(after);
    boolean ordered = !from.equals(to);
    if (ordered) {
      settings.add(new Setting("order", from, to));
    }
    if (!slurm) {
      settings.addAll(others(before, after));
      return new PolicyDifference(settings, List.of(), List.of());
    }
    List<ChangedSetting> changes = ofSlurm(before, after, site);
    changes.forEach(one -> settings.add(new Setting(one.name(), one.before(), one.after())));
    List<String> commands = new ArrayList<>(ChangedSetting.commands(changes));
    List<String> undo =
        new ArrayList<>(
            ChangedSetting.commands(changes.stream().map(ChangedSetting::inverse).toList()));
    if (ordered) {
      commands.add(OF_BRIDGE);
      undo.add(OF_BRIDGE);
    }
    return new PolicyDifference(settings, commands, undo);
  }

  /** The settings that change between two policies {@code slurm}, without the order. */
  public static List<ChangedSetting> ofSlurm(Spec before, Spec after, SiteValues site) {
    List<ChangedSetting> changes = new ArrayList<>();
    for (String key : names(before, after)) {
      Optional<SiteLimit> limit = SiteLimit.of(key);
      Optional<SlurmParameter> row = limit.map(SiteLimit::row).or(() -> SlurmParameter.of(key));
      if (row.isPresent()) {
        ChangedSetting change =
            ChangedSetting.between(
                row.get(),
                limit.map(SiteLimit::of).orElse(""),
                value(row.get(), before, key, site),
                value(row.get(), after, key, site));
        if (!change.before().equals(change.after())) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  private static Optional<String> value(
      SlurmParameter row, Spec spec, String key, SiteValues site) {
    Optional<String> given = Optional.ofNullable(spec.parameters().get(key));
    boolean named = given.isPresent() && !given.get().equals(Values.OF_SITE);
    return named || !row.allowed().isOfSite() ? given : site.of(key);
  }

  private static List<Setting> others(Spec before, Spec after) {
    List<Setting> settings = new ArrayList<>();
    for (String key : names(before, after)) {
      String from = valueOf(before, key);
      String to = valueOf(after, key);
      if (!from.equals(to)) {
        settings.add(new Setting(key, from, to));
      }
    }
    return settings;
  }

  private static String valueOf(Spec spec, String key) {
    return Optional.ofNullable(spec.parameters().get(key))
        .or(
            () ->
                Policies.family(spec.name()).parameters().stream()
                    .filter(one -> one.name().equals(key))
                    .map(Parameter::defaultText)
                    .findFirst())
        .orElse("none");
  }

  private static Set<String> names(Spec before, Spec after) {
    Set<String> names = new TreeSet<>(before.parameters().keySet());
    names.addAll(after.parameters().keySet());
    names.removeAll(ORDER);
    return names;
  }

  /** The settings in one line, such as {@code PriorityWeightQOS 20000 → 10000}. */
  @Override
  public String toString() {
    return settings.stream().map(Setting::toString).collect(Collectors.joining(", "));
  }
}
