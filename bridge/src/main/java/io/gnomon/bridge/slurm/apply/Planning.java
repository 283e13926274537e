package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the plan for a configuration, or says why this Slurm cannot be set so. */
final class Planning {
  private final SlurmConfigurator.Settings settings;
  private final SlurmPrograms programs;
  private final SlurmReader reader;
  private final Targets targets;

  Planning(SlurmConfigurator.Settings settings, SlurmPrograms programs, SlurmReader reader) {
    this.settings = settings;
    this.programs = programs;
    this.reader = reader;
    targets = new Targets(PolicyText.parse(settings.initial()));
  }

  /** What policies mean here. */
  Targets targets() {
    return targets;
  }

  /** What Slurm's setting is now, and what it must have. */
  Requirements requirements() throws SlurmException, IOException {
    Map<String, String> slurm = reader.settings();
    return new Requirements(slurm, conf(slurm), settings.include());
  }

  private SiteConf conf(Map<String, String> slurm) throws IOException {
    return SiteConf.read(Path.of(slurm.getOrDefault("SLURM_CONF", "")), settings.include());
  }

  /**
   * The plan.
   *
   * @param last what is in force
   * @throws IllegalArgumentException where the policy's text is not understood
   */
  Plan plan(Configuration wanted, InForce last)
      throws SlurmException, IOException, CannotApplyException {
    Target target = target(wanted.policy());
    Map<String, String> slurm = reader.settings();
    SiteConf conf = conf(slurm);
    Requirements requirements = new Requirements(slurm, conf, settings.include());
    SlurmState state = reader.read();
    PartitionRecord base = base(state);
    Layout layout = layout(target, base);
    if (!layout.queues().isEmpty()) {
      require(requirements.missingForPartitions());
    }
    Ordering ordering = ordering(target, state, base, requirements, last);
    NiceValues nice = new NiceValues(base.name(), state, ordering, last.nice());
    InForce next = next(wanted, target, layout, last, slurm, conf, ordering).with(nice.kept());
    boolean reconfigures = !next.settings().equals(last.settings());
    if (reconfigures) {
      require(requirements.missingForParameters());
      requirements.requireNoEdits(last.conf());
    }
    return new Plan(
        next,
        last.version(),
        reconfigures ? with(next.site(), next.settings()) : Map.of(),
        notes(layout, next, requirements, reconfigures),
        steps(state, layout, next, nice, reconfigures));
  }

  private static List<String> notes(
      Layout layout, InForce next, Requirements requirements, boolean reconfigures) {
    List<String> notes = new ArrayList<>();
    if (!layout.queues().isEmpty()) {
      notes.add("shares are sets of nodes, not a partition QOS: " + requirements.whyNodeSets());
    }
    if (next.ordering() != null) {
      notes.add(
          "jobs that come later are put to their places as they are seen; held jobs, and jobs with a"
              + " priority of their own, are left alone");
    }
    if (reconfigures) {
      notes.add(
          "scontrol reconfigure is asked of all daemons; what was changed of nodes while they ran, such"
              + " as weights, is as in slurm.conf then");
    }
    return notes;
  }

  /** A plan that is only shown may be one that cannot be carried out yet. */
  private void require(Optional<String> missing) throws CannotApplyException {
    if (settings.carryOut()) {
      Requirements.require(missing);
    }
  }

  private static Map<String, String> with(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new LinkedHashMap<>(one);
    both.putAll(other);
    return both;
  }

  private List<Step> steps(
      SlurmState state, Layout layout, InForce next, NiceValues nice, boolean reconfigures)
      throws IOException, CannotApplyException {
    Planner planner = new Planner(settings.prefix(), state, layout);
    if (reconfigures) {
      planner.reconfigureWhenUndone();
    }
    @Nullable Path include = settings.include();
    if (include != null) {
      List<PartitionRecord> leftOver =
          Planner.owned(settings.prefix(), state.partitions()).stream()
              .filter(partition -> !next.partitions().containsKey(partition.name()))
              .toList();
      planner.write(include, content(include), IncludeFile.of(next, leftOver));
    }
    planner.makePartitions();
    @Nullable Path script = settings.script();
    if (script != null) {
      planner.write(
          script,
          ownScript(script),
          RouteScript.of(layout, next.ordering() != null && next.ordering().basic()));
    }
    planner.moveJobs();
    planner.setNice(nice);
    planner.closePartitions();
    if (reconfigures) {
      planner.reconfigure();
    }
    return planner.steps();
  }

  private InForce next(
      Configuration wanted,
      Target target,
      Layout layout,
      InForce last,
      Map<String, String> slurm,
      SiteConf conf,
      @Nullable Ordering ordering) {
    Map<String, Map<String, String>> partitions = new LinkedHashMap<>();
    layout.queues().forEach(queue -> partitions.put(queue.name(), queue.attributes()));
    SchedulerParameters site = site(last, slurm, conf);
    Map<SchedulerOption, String> options = target.options();
    boolean read = new Requirements(slurm, conf, settings.include()).isRead();
    return new InForce(
        wanted.policy(),
        wanted.version(),
        partitions,
        options == null ? Map.of() : Map.of(SchedulerParameters.KEY, site.with(options).toString()),
        Map.of(SchedulerParameters.KEY, site.toString()),
        read ? conf.digest() : last.conf(),
        ordering,
        Map.of());
  }

  private @Nullable Ordering ordering(
      Target target,
      SlurmState state,
      PartitionRecord base,
      Requirements requirements,
      InForce last)
      throws SlurmException, CannotApplyException {
    JobOrder order = target.order();
    if (order == null) {
      return null;
    }
    require(requirements.missingForOrders(settings.script() != null));
    requireOwnTier(state, base);
    boolean basic = requirements.isBasic();
    long step = basic ? 1 : requirements.aboveAllPriorities();
    Ordering before = last.ordering();
    boolean same = before != null && before.order().equals(order) && before.step() == step;
    Ordering ordering =
        new Ordering(
            order,
            same && before != null ? before.origin() : state.at(),
            basic,
            step,
            requirements.givesWholeNodes());
    if (!ordering.isFine()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          "the site's PriorityWeights sum to %d, which leaves so few places for an order above them"
                  .formatted(step - 1)
              + " that one is %d s of waiting; at most 3600 is allowed"
                  .formatted(ordering.coarsenessSeconds()));
    }
    return ordering;
  }

  /** Refuses where jobs of another partition would all come first, or all come last. */
  private void requireOwnTier(SlurmState state, PartitionRecord base)
      throws SlurmException, CannotApplyException {
    Set<String> nodes = Set.copyOf(nodes(base));
    for (PartitionRecord other : state.partitions()) {
      boolean rivals =
          !other.name().equals(base.name())
              && !other.name().matches(settings.prefix() + "\\d+")
              && other.get("State").equals("UP")
              && other.get("PriorityTier").equals(base.get("PriorityTier"));
      if (rivals && nodes(other).stream().anyMatch(nodes::contains)) {
        throw new CannotApplyException(
            ConfigRejectReason.NOT_CAPABLE,
            "partition %s has nodes of %s and its PriorityTier, %s: an order by priority would put"
                    .formatted(other.name(), base.name(), base.get("PriorityTier"))
                + " all jobs of one before those of the other; give it another PriorityTier");
      }
    }
  }

  private List<String> nodes(PartitionRecord partition) throws SlurmException {
    return Planner.lines(programs.text("scontrol", "show", "hostnames", partition.get("Nodes")));
  }

  /** What the site has: what runs now, unless that is Gnomon's. */
  private static SchedulerParameters site(InForce last, Map<String, String> slurm, SiteConf conf) {
    String key = SchedulerParameters.KEY;
    return SchedulerParameters.parse(
        last.settings().containsKey(key)
            ? conf.value(key).orElse(last.site().getOrDefault(key, ""))
            : slurm.getOrDefault(key, ""));
  }

  private static @Nullable String content(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : null;
  }

  private PartitionRecord base(SlurmState state) throws CannotApplyException {
    String name = settings.partition();
    return state.partitions().stream()
        .filter(p -> name == null ? p.isDefault() : p.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CannotApplyException(
                    ConfigRejectReason.NOT_CAPABLE,
                    name == null
                        ? "Slurm has no default partition; name one with slurm.partition"
                        : "there is no partition '" + name + "', which slurm.partition names"));
  }

  private Target target(String text) throws CannotApplyException {
    try {
      return targets.of(PolicyText.parse(text));
    } catch (UnmappedPolicyException e) {
      throw new CannotApplyException(ConfigRejectReason.NOT_CAPABLE, String.valueOf(e.getMessage()));
    }
  }

  private Layout layout(Target target, PartitionRecord base)
      throws SlurmException, CannotApplyException {
    QueueRanges ranges = target.queues();
    if (ranges == null) {
      return Layout.undivided(base);
    }
    if (ranges.size() > settings.most()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          ranges.size() + " partitions are more than slurm.max-partitions, " + settings.most());
    }
    return Layout.of(
        base,
        ranges,
        settings.prefix(),
        nodes(base),
        own -> programs.text("scontrol", "show", "hostlistsorted", String.join(",", own)).strip());
  }

  /** What the script holds; one that a site has written itself is not touched. */
  private static @Nullable String ownScript(Path script) throws IOException, CannotApplyException {
    if (!Files.exists(script)) {
      return null;
    }
    String written = Files.readString(script, StandardCharsets.UTF_8);
    if (!written.isBlank() && !written.startsWith(RouteScript.MARK)) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_ALLOWED,
          script
              + " was not written by Gnomon and is left alone; set slurm.lua to another file and"
              + " call gnomon_route from this one, as docs/slurm.md shows");
    }
    return written;
  }
}
