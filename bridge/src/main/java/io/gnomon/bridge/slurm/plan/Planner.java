package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmPrograms;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.limit.LimitReader;
import io.gnomon.bridge.slurm.limit.SiteLimit;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.order.NiceOrder;
import io.gnomon.bridge.slurm.partition.IncludeFile;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.partition.RoutingScript;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.slurm.policy.MappedPolicy;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.bridge.slurm.policy.PolicyText;
import io.gnomon.bridge.slurm.policy.TimeLimitRanges;
import io.gnomon.bridge.slurm.policy.UnsupportedPolicyException;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan for a configuration, or reports why this Slurm cluster cannot be configured so.
 * Not thread-safe.
 */
public final class Planner {
  private final ChangeSettings settings;
  private final SlurmPrograms programs;
  private final SlurmReader reader;
  private final PolicyMapping mapping;
  private final LimitReader limits;

  /** A planner for one Slurm cluster. */
  public Planner(ChangeSettings settings, SlurmPrograms programs, SlurmReader reader) {
    this.settings = settings;
    this.programs = programs;
    this.reader = reader;
    mapping = new PolicyMapping(PolicyText.parse(settings.initialPolicy()), settings.ranges());
    limits = new LimitReader(programs, reader);
  }

  /** Returns the mapping of policies to this cluster. */
  public PolicyMapping mapping() {
    return mapping;
  }

  /** Reads Slurm's present settings and returns the checks on them. */
  public Prerequisites prerequisites() throws SlurmException, IOException {
    Map<String, String> slurm = reader.settings();
    return new Prerequisites(slurm, siteConfiguration(slurm), settings.include());
  }

  private SiteConfiguration siteConfiguration(Map<String, String> slurm) throws IOException {
    return SiteConfiguration.read(
        Path.of(slurm.getOrDefault("SLURM_CONF", "")), settings.include());
  }

  /**
   * Plans a change. It reads Slurm's state and changes nothing.
   *
   * @param applied the configuration in force
   * @throws IllegalArgumentException if the text of the policy is invalid
   * @throws CannotApplyException if Slurm cannot be configured so
   */
  public Plan plan(Configuration wanted, AppliedConfiguration applied)
      throws SlurmException, IOException, CannotApplyException {
    MappedPolicy policy = map(wanted.policy());
    Map<String, String> slurm = reader.settings();
    SiteConfiguration conf = siteConfiguration(slurm);
    Prerequisites prerequisites = new Prerequisites(slurm, conf, settings.include());
    SlurmState state = reader.read();
    PartitionRecord base = base(state);
    PartitionLayout layout = layout(policy, base);
    if (!layout.partitions().isEmpty()) {
      require(prerequisites.missingForPartitions());
    }
    NiceOrder order = order(policy, state, base, prerequisites, applied);
    NiceAssignment nice = new NiceAssignment(base.name(), state, order, applied.nice());
    for (SiteLimit limit : policy.limits().keySet()) {
      require(prerequisites.missingFor(limit));
    }
    LimitPlan limitPlan = LimitPlan.of(policy.limits(), applied.of(Aspect.LIMITS), limits::read);
    SiteSettings site = new SiteSettings(applied, slurm, conf);
    AspectPlan parameters = site.parameters(policy);
    AspectPlan priorities = site.priorities(policy);
    AspectPlan partitions = AspectPlan.of(layout.attributes(), Map.of());
    AppliedConfiguration next =
        new AppliedConfiguration(
            wanted.policy(),
            wanted.version(),
            Map.of(
                Aspect.PARTITIONS, partitions.next(),
                Aspect.PARAMETERS, parameters.next(),
                Aspect.PRIORITIES, priorities.next(),
                Aspect.LIMITS, limitPlan.aspect().next()),
            prerequisites.isLoaded() ? conf.digest() : applied.confDigest(),
            order,
            nice.managed());
    Map<Aspect, Map<String, String>> expected = new EnumMap<>(Aspect.class);
    expected.put(Aspect.PARTITIONS, partitions.expected());
    expected.put(Aspect.LIMITS, limitPlan.aspect().expected());
    boolean reconfigures =
        !next.settings().equals(applied.settings())
            || !Plan.differences(parameters.expected(), slurm).isEmpty()
            || !Plan.differences(priorities.expected(), slurm).isEmpty();
    if (reconfigures) {
      require(prerequisites.missingForParameters());
      if (!policy.priorities().isEmpty()) {
        require(prerequisites.missingForPriorities());
      }
      prerequisites.requireNoEdits(applied.confDigest());
      expected.put(Aspect.PARAMETERS, parameters.expected());
      expected.put(Aspect.PRIORITIES, priorities.expected());
    }
    return new Plan(
        next,
        expected,
        notes(layout, next, prerequisites, reconfigures, limitPlan.steps()),
        steps(state, layout, next, nice, reconfigures, limitPlan.steps()));
  }

  private static List<String> notes(
      PartitionLayout layout,
      AppliedConfiguration next,
      Prerequisites prerequisites,
      boolean reconfigures,
      List<Step> limitSteps) {
    List<String> notes = new ArrayList<>();
    if (!layout.partitions().isEmpty()) {
      notes.add("shares are sets of nodes, not a partition QOS: " + prerequisites.whyNodeSets());
    }
    if (next.order() != null) {
      notes.add(
          "jobs submitted later are ordered at the next poll after their submission; held jobs, and"
              + " jobs whose priority someone has set, are left alone");
    }
    if (reconfigures) {
      notes.add(
          "scontrol reconfigure affects all daemons; changes of nodes made at run time, such as"
              + " weights, are reset to slurm.conf");
    }
    if (limitSteps.stream().anyMatch(step -> step.kind() == Step.Kind.SACCTMGR)) {
      notes.add("a QOS is stored in slurmdbd and holds for all clusters that use it");
    }
    if (limitSteps.stream().anyMatch(step -> step.kind() == Step.Kind.SCONTROL)) {
      notes.add("slurmctld takes PriorityJobFactor from slurm.conf when it restarts");
    }
    if (!next.of(Aspect.PRIORITIES).isEmpty()) {
      notes.add("Slurm calculates the priorities of pending jobs anew every PriorityCalcPeriod");
    }
    return notes;
  }

  /** Rejects if something is missing, except in a dry run, where the plan is only shown. */
  private void require(Optional<String> missing) throws CannotApplyException {
    if (settings.applies()) {
      Prerequisites.require(missing);
    }
  }

  private List<Step> steps(
      SlurmState state,
      PartitionLayout layout,
      AppliedConfiguration next,
      NiceAssignment nice,
      boolean reconfigures,
      List<Step> limitSteps)
      throws IOException, CannotApplyException {
    StepBuilder steps = new StepBuilder(settings.prefix(), state, layout);
    if (reconfigures) {
      steps.reconfigureWhenUndone();
    }
    @Nullable Path include = settings.include();
    if (include != null) {
      Map<String, String> partitions = next.values(Aspect.PARTITIONS);
      List<PartitionRecord> draining =
          PartitionLayout.owned(settings.prefix(), state.partitions()).stream()
              .filter(partition -> !partitions.containsKey(partition.name()))
              .toList();
      steps.write(
          include, content(include), IncludeFile.content(next.settings(), partitions, draining));
    }
    steps.createPartitions();
    @Nullable Path script = settings.script();
    if (script != null) {
      steps.write(
          script,
          ownedScript(script),
          RoutingScript.content(layout, next.order() != null && next.order().basic()));
    }
    steps.moveJobs();
    steps.setNice(nice);
    steps.closePartitions();
    steps.add(limitSteps);
    if (reconfigures) {
      steps.reconfigure();
    }
    return steps.steps();
  }

  private @Nullable NiceOrder order(
      MappedPolicy policy,
      SlurmState state,
      PartitionRecord base,
      Prerequisites prerequisites,
      AppliedConfiguration applied)
      throws SlurmException, CannotApplyException {
    JobOrder order = policy.order();
    if (order == null) {
      return null;
    }
    require(prerequisites.missingForOrders(settings.script() != null));
    requireOwnTier(state, base);
    boolean basic = prerequisites.isBasic();
    long step = basic ? 1 : prerequisites.aboveAllPriorities();
    NiceOrder before = applied.order();
    boolean same = before != null && before.order().equals(order) && before.step() == step;
    NiceOrder niceOrder =
        new NiceOrder(
            order,
            same && before != null ? before.origin() : state.at(),
            basic,
            step,
            prerequisites.allocatesWholeNodes());
    if (!niceOrder.hasFinePlaces()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          "the site's PriorityWeights sum to %d, which leaves so few places for an order above them"
                  .formatted(step - 1)
              + " that one place is %d s of waiting; at most 3600 s is allowed"
                  .formatted(niceOrder.placeSeconds()));
    }
    return niceOrder;
  }

  /**
   * Rejects an order if another partition shares nodes and PriorityTier with the ordered one: all
   * jobs of one partition would precede those of the other.
   */
  private void requireOwnTier(SlurmState state, PartitionRecord base)
      throws SlurmException, CannotApplyException {
    Set<String> nodes = Set.copyOf(nodes(base));
    for (PartitionRecord other : state.partitions()) {
      boolean sameTier =
          !other.name().equals(base.name())
              && !PartitionLayout.isOwned(settings.prefix(), other.name())
              && other.get("State").equals("UP")
              && other.get("PriorityTier").equals(base.get("PriorityTier"));
      if (sameTier && nodes(other).stream().anyMatch(nodes::contains)) {
        throw new CannotApplyException(
            ConfigRejectReason.NOT_CAPABLE,
            "partition %s has nodes of %s and its PriorityTier, %s: an order by priority would put"
                    .formatted(other.name(), base.name(), base.get("PriorityTier"))
                + " all jobs of one before those of the other; give it another PriorityTier");
      }
    }
  }

  private List<String> nodes(PartitionRecord partition) throws SlurmException {
    return programs
        .run("scontrol", "show", "hostnames", partition.get("Nodes"))
        .lines()
        .map(String::strip)
        .filter(node -> !node.isEmpty())
        .toList();
  }

  private static @Nullable String content(Path file) throws IOException {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : null;
    } catch (IOException e) {
      throw new StorageException("read", file, e);
    }
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
                        ? "Slurm has no default partition; set slurm.partition to the partition to"
                            + " divide"
                        : "slurm.partition is '" + name + "', and Slurm has no such partition"));
  }

  private MappedPolicy map(String text) throws CannotApplyException {
    try {
      return mapping.map(PolicyText.parse(text));
    } catch (UnsupportedPolicyException e) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE, String.valueOf(e.getMessage()));
    }
  }

  private PartitionLayout layout(MappedPolicy policy, PartitionRecord base)
      throws SlurmException, CannotApplyException {
    TimeLimitRanges ranges = policy.ranges();
    if (ranges == null) {
      return PartitionLayout.undivided(base);
    }
    if (ranges.size() > settings.maxPartitions()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_CAPABLE,
          "the policy has %d partitions; slurm.max-partitions allows %d"
              .formatted(ranges.size(), settings.maxPartitions()));
    }
    return PartitionLayout.of(
        base,
        ranges,
        settings.prefix(),
        nodes(base),
        own -> programs.run("scontrol", "show", "hostlistsorted", String.join(",", own)).strip());
  }

  /** Returns the script's content; rejects a script that the bridge has not written. */
  private static @Nullable String ownedScript(Path script)
      throws IOException, CannotApplyException {
    String present = content(script);
    if (present != null && !present.isBlank() && !present.startsWith(RoutingScript.HEADER)) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_ALLOWED,
          script
              + " was not written by Gnomon and is not overwritten; set slurm.lua to another file"
              + " and call gnomon_route from this one, as docs/slurm.md shows");
    }
    return present;
  }
}
