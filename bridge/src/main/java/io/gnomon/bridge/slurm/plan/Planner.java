package io.gnomon.bridge.slurm.plan;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.limit.LimitReader;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.order.NiceOrder;
import io.gnomon.bridge.slurm.partition.IncludeFile;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.partition.RoutingScript;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.JobOrder;
import io.gnomon.bridge.slurm.policy.MappedPolicy;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.bridge.slurm.policy.TimeLimitRanges;
import io.gnomon.bridge.slurm.policy.UnsupportedPolicyException;
import io.gnomon.bridge.storage.StorageException;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.value.HostList;
import io.gnomon.slurm.value.InvalidHostListException;
import io.gnomon.slurm.value.NaturalOrder;
import io.gnomon.text.SpecText;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the plan for a configuration, or reports why this Slurm cluster cannot be configured so.
 * Not thread-safe.
 */
public final class Planner {
  private final ChangeSettings settings;
  private final SlurmReader reader;
  private final PolicyMapping mapping;
  private final LimitReader limits;

  /** A planner for one Slurm cluster. */
  public Planner(ChangeSettings settings, SlurmReader reader) {
    this.settings = settings;
    this.reader = reader;
    mapping = new PolicyMapping(SpecText.parse(settings.initialPolicy()), settings.ranges());
    limits = new LimitReader(reader);
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
    PartitionRecord base = base(state.partitions());
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
      require(
          policy.options().isEmpty()
              ? prerequisites.missingForSettings()
              : prerequisites.missingForParameters());
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

  private List<String> notes(
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
      if (settings.include() == null) {
        Stream.of(Aspect.PARAMETERS, Aspect.PRIORITIES)
            .flatMap(aspect -> next.of(aspect).entrySet().stream())
            .forEach(
                set ->
                    notes.add(
                        "slurm.conf: %s=%s instead of %s"
                            .formatted(
                                set.getKey(), set.getValue().value(), set.getValue().former())));
      }
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
    Prerequisites.require(sharedTier(state.partitions(), base));
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
   * Returns why jobs cannot be ordered: another partition shares nodes and PriorityTier with the
   * ordered one, so that all jobs of one partition would precede those of the other.
   *
   * @throws CannotApplyException if Slurm does not have the partition
   */
  public Optional<String> sharedTier() throws SlurmException, CannotApplyException {
    List<PartitionRecord> partitions = reader.partitions();
    return sharedTier(partitions, base(partitions));
  }

  private Optional<String> sharedTier(List<PartitionRecord> partitions, PartitionRecord base)
      throws SlurmException {
    Set<String> nodes = Set.copyOf(nodes(base));
    for (PartitionRecord other : partitions) {
      boolean sameTier =
          !other.name().equals(base.name())
              && !PartitionLayout.isOwned(settings.prefix(), other.name())
              && other.get("State").equals("UP")
              && other.get("PriorityTier").equals(base.get("PriorityTier"));
      if (sameTier && nodes(other).stream().anyMatch(nodes::contains)) {
        return Optional.of(
            "partition %s has nodes of %s and its PriorityTier, %s: an order by priority would put"
                    .formatted(other.name(), base.name(), base.get("PriorityTier"))
                + " all jobs of one before those of the other; give it another PriorityTier");
      }
    }
    return Optional.empty();
  }

  private List<String> nodes(PartitionRecord partition) throws SlurmException {
    String nodes = partition.get("Nodes");
    try {
      return nodes.equals("(null)")
          ? List.of()
          : HostList.expand(nodes).stream().sorted(new NaturalOrder()).distinct().toList();
    } catch (InvalidHostListException unreadable) {
      throw new SlurmException(
          "Nodes of partition %s: %s".formatted(partition.name(), unreadable.getMessage()),
          unreadable);
    }
  }

  private static @Nullable String content(Path file) throws IOException {
    return Files.exists(file)
        ? StorageException.of("read", file, () -> Files.readString(file, StandardCharsets.UTF_8))
        : null;
  }

  private PartitionRecord base(List<PartitionRecord> partitions) throws CannotApplyException {
    String name = settings.partition();
    return PartitionRecord.find(partitions, name)
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
      return mapping.map(SpecText.parse(text));
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
    return PartitionLayout.of(base, ranges, settings.prefix(), nodes(base));
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
