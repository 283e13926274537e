package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmPrograms;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.limit.LimitReader;
import io.gnomon.bridge.slurm.limit.SiteLimit;
import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.Plan;
import io.gnomon.bridge.slurm.plan.Planner;
import io.gnomon.bridge.slurm.plan.Prerequisites;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.slurm.policy.CapabilityDeclaration;
import io.gnomon.bridge.storage.JsonFile;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Configures a Slurm cluster with partitions by time limit, SchedulerParameters, weights of
 * priority/multifactor, declared limits or nice values, and restores the site's own configuration.
 *
 * <p>A change is a {@link Plan}. The plan is written to a journal before its first step. If Slurm
 * rejects a step, or the process ends, the steps that were begun are undone, so that a
 * configuration is in force entirely or not at all. The configuration in force is determined by
 * reading it back from Slurm; if someone else has changed it, it gets a new version. Not
 * thread-safe.
 */
public final class SlurmConfigurator implements Configurator {
  /** The progress message after the last step, before the result is read back. */
  private static final String READ_BACK = "read back";

  /** The progress message after the new configuration is on disk. */
  private static final String STORED = "stored";

  private static final Logger LOG = LoggerFactory.getLogger(SlurmConfigurator.class);

  private final ChangeSettings settings;
  private final SlurmReader reader;
  private final LimitReader limits;
  private final StepExecutor executor;
  private final Planner planner;
  private final Reconciler reconciler;
  private final JsonFile<Plan> journal;
  private final JsonFile<AppliedConfiguration> file;
  private final Consumer<String> progress;
  private AppliedConfiguration applied;
  private Set<String> partitionDrift = Set.of();
  private Set<String> settingsDrift = Set.of();
  private Set<String> limitsDrift = Set.of();

  /**
   * A configurator that continues from the files in a folder.
   *
   * @param stateFolder the bridge's state folder
   * @param progress receives each step before it is carried out, then {@code read back} and {@code
   *     stored}
   * @throws IOException if a file in the folder cannot be read or written
   */
  public SlurmConfigurator(
      ChangeSettings settings,
      SlurmPrograms programs,
      SlurmReader reader,
      Path stateFolder,
      Consumer<String> progress)
      throws IOException {
    this.settings = settings;
    this.reader = reader;
    this.progress = progress;
    limits = new LimitReader(programs, reader);
    executor = new StepExecutor(programs);
    planner = new Planner(settings, programs, reader);
    reconciler = new Reconciler(settings, programs, executor);
    journal = new JsonFile<>(stateFolder.resolve("plan.json"), Plan.class);
    file = AppliedConfiguration.file(stateFolder);
    applied = file.read().orElse(AppliedConfiguration.unchanged(settings.initialPolicy(), 1, ""));
    if (applied.leavesSiteUnchanged() && !applied.policy().equals(settings.initialPolicy())) {
      store(applied.withPolicy(settings.initialPolicy(), applied.version() + 1));
    }
  }

  @Override
  public Capabilities capabilities() {
    CapabilityDeclaration declaration = new CapabilityDeclaration(planner.mapping()).addInitial();
    Prerequisites prerequisites = settings.applies() ? prerequisites() : null;
    boolean ordered =
        prerequisites == null
            || prerequisites.missingForOrders(settings.script() != null).isEmpty();
    if (prerequisites == null || prerequisites.missingForPartitions().isEmpty()) {
      declaration.addPartitions(settings.maxPartitions());
    }
    if (prerequisites == null || prerequisites.missingForParameters().isEmpty()) {
      boolean prioritized = prerequisites == null || prerequisites.missingForPriorities().isEmpty();
      declaration.addParameters(
          ordered,
          prioritized,
          limit -> prerequisites == null || prerequisites.missingFor(limit).isEmpty());
    }
    if (ordered) {
      declaration.addOrders();
    }
    return declaration.capabilities();
  }

  /** Returns the prerequisites, or null if Slurm does not answer; commands will fail then. */
  private @Nullable Prerequisites prerequisites() {
    try {
      return planner.prerequisites();
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot check what Slurm can be configured to: {}", e.getMessage());
      return null;
    }
  }

  @Override
  public int queueIndex(String partition) {
    return partition.matches(settings.prefix() + "\\d{1,4}")
        ? Integer.parseInt(partition.substring(settings.prefix().length())) - 1
        : -1;
  }

  @Override
  public long ownNice(JobRecord job) {
    ManagedNice managed =
        applied.nice().get(Long.toString(job.arrayJob() > 0 ? job.arrayJob() : job.id()));
    return managed != null && managed.isUnchanged(job.nice()) ? managed.own() : job.nice();
  }

  @Override
  public @Nullable String dividedPartition() {
    return settings.partition();
  }

  @Override
  public Configuration readBack() {
    try {
      recover();
      checkPartitions(reader.partitions());
      checkSettings();
      checkLimits();
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot read back the configuration in force: {}", e.getMessage());
    }
    return configuration();
  }

  @Override
  public Configuration observe(SlurmState state) {
    try {
      if (journal.read().isEmpty()) {
        checkPartitions(state.partitions());
        reconcile(state);
      }
    } catch (IOException e) {
      LOG.warn("cannot store the configuration in force: {}", e.getMessage());
    }
    return configuration();
  }

  private void reconcile(SlurmState state) throws IOException {
    if (!settings.applies()) {
      return;
    }
    reconciler.removeDrainedPartitions(state, applied);
    if (applied.order() != null || !applied.nice().isEmpty()) {
      NiceAssignment assignment = reconciler.assignment(state, applied);
      if (!assignment.managed().equals(applied.nice())) {
        store(applied.withNice(assignment.managed()));
      }
      reconciler.setNice(assignment);
    }
  }

  private Configuration configuration() {
    return new Configuration(applied.policy(), applied.version());
  }

  /** Detects that someone else has changed partitions that Gnomon owns. */
  private void checkPartitions(List<PartitionRecord> partitions) throws IOException {
    List<String> differences = PartitionLayout.differences(applied.partitions(), partitions);
    if (differences.isEmpty()) {
      partitionDrift = Set.of();
      return;
    }
    if (partitionDrift.equals(new HashSet<>(differences))) {
      return;
    }
    boolean allRemoved =
        applied.partitions().keySet().stream()
            .noneMatch(name -> partitions.stream().anyMatch(p -> p.name().equals(name)));
    newVersion(differences, allRemoved);
    partitionDrift = allRemoved ? Set.of() : new HashSet<>(differences);
  }

  /** Detects that someone else has changed settings that Gnomon has set. */
  private void checkSettings() throws SlurmException, IOException {
    if (applied.settings().isEmpty()) {
      settingsDrift = Set.of();
      return;
    }
    Map<String, String> printed = reader.settings();
    Set<String> differences = new HashSet<>(Plan.differences(applied.settings(), printed));
    if (!differences.isEmpty() && !differences.equals(settingsDrift)) {
      newVersion(differences, Plan.differences(applied.siteSettings(), printed).isEmpty());
    }
    settingsDrift = applied.settings().isEmpty() ? Set.of() : differences;
  }

  /** Detects that someone else has changed limits that Gnomon has set. */
  private void checkLimits() throws SlurmException, IOException {
    Map<String, String> set = applied.limits().values();
    if (set.isEmpty()) {
      limitsDrift = Set.of();
      return;
    }
    Map<String, String> present = readLimits(set);
    Set<String> differences = new HashSet<>(Plan.differences(set, present));
    if (!differences.isEmpty() && !differences.equals(limitsDrift)) {
      boolean nothingElse =
          applied.partitions().isEmpty() && applied.settings().isEmpty() && applied.order() == null;
      boolean restored = Plan.differences(applied.limits().ofSite(), present).isEmpty();
      newVersion(differences, nothingElse && restored);
    }
    limitsDrift = applied.limits().values().isEmpty() ? Set.of() : differences;
  }

  private Map<String, String> readLimits(Map<String, String> named) throws SlurmException {
    return limits.read(
        named.keySet().stream().flatMap(name -> SiteLimit.of(name).stream()).toList());
  }

  /**
   * Gives the configuration in force a new version.
   *
   * @param restored whether all of Gnomon's changes are gone, so that the site's own configuration
   *     is in force
   */
  private void newVersion(Collection<String> differences, boolean restored) throws IOException {
    String policy = restored ? settings.initialPolicy() : applied.policy();
    long version = applied.version() + 1;
    LOG.warn(
        "partitions, settings or limits that Gnomon owns were changed outside of Gnomon: {}. Version {} is"
            + " {} from now on",
        String.join("; ", differences),
        version,
        policy);
    store(
        restored
            ? AppliedConfiguration.unchanged(policy, version, applied.confDigest())
                .withNice(applied.nice())
            : applied.withPolicy(policy, version));
  }

  private void store(AppliedConfiguration next) throws IOException {
    file.write(next);
    applied = next;
  }

  /** Undoes a plan that an earlier process began and did not finish. */
  private void recover() throws IOException, SlurmException {
    Plan begun = journal.read().orElse(null);
    if (begun == null) {
      return;
    }
    if (!applied.equals(begun.next())) {
      LOG.warn("the change to version {} was interrupted; undoing it", begun.next().version());
      undo(begun.steps());
    }
    journal.delete();
  }

  private void undo(List<Step> steps) throws SlurmException {
    List<String> failures = executor.undo(steps);
    if (!failures.isEmpty()) {
      throw new SlurmException(
          "could not undo all steps, trying again later: " + String.join("; ", failures));
    }
  }

  /**
   * Describes the plan for a policy, and the prerequisites that are missing for it.
   *
   * @throws CannotApplyException if Slurm cannot be configured so
   */
  public String plan(String policy) throws CannotApplyException {
    Plan plan = planFor(new Configuration(policy, applied.version() + 1));
    Prerequisites prerequisites = prerequisites();
    List<String> lines = new ArrayList<>(List.of(plan.describe()));
    if (prerequisites != null && !plan.next().partitions().isEmpty()) {
      prerequisites.missingForPartitions().ifPresent(lines::add);
    }
    if (prerequisites != null && !plan.next().settings().isEmpty()) {
      prerequisites.missingForParameters().ifPresent(lines::add);
      if (plan.next().settings().size() > 1) {
        prerequisites.missingForPriorities().ifPresent(lines::add);
      }
    }
    if (prerequisites != null) {
      plan.next().limits().values().keySet().stream()
          .flatMap(name -> SiteLimit.of(name).stream())
          .flatMap(limit -> prerequisites.missingFor(limit).stream())
          .forEach(lines::add);
    }
    if (prerequisites != null && plan.next().order() != null) {
      prerequisites.missingForOrders(settings.script() != null).ifPresent(lines::add);
    }
    return String.join("\n# missing: ", lines);
  }

  private Plan planFor(Configuration wanted) throws CannotApplyException {
    try {
      recover();
      return planner.plan(wanted, applied);
    } catch (IllegalArgumentException e) {
      throw new CannotApplyException(ConfigRejectReason.INVALID, String.valueOf(e.getMessage()));
    } catch (SlurmException | IOException e) {
      throw new CannotApplyException(ConfigRejectReason.FAILED, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    Plan plan = planFor(wanted);
    LOG.info("plan for version {}, {}:\n{}", wanted.version(), wanted.policy(), plan.describe());
    if (!settings.applies()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_ALLOWED,
          "slurm.apply is dry-run; the plan is: " + plan.describe().replace("\n", "; "));
    }
    List<Step> begun = new ArrayList<>();
    try {
      journal.write(plan);
      execute(plan, begun);
      store(plan.next());
      progress.accept(STORED);
      journal.delete();
    } catch (SlurmException | IOException e) {
      throw failed(begun, e);
    }
    partitionDrift = Set.of();
    settingsDrift = Set.of();
    limitsDrift = Set.of();
  }

  private CannotApplyException failed(List<Step> begun, Exception cause) {
    String outcome = "all steps have been undone";
    try {
      undo(begun);
      journal.delete();
    } catch (SlurmException | IOException e) {
      outcome = String.valueOf(e.getMessage());
    }
    return new CannotApplyException(ConfigRejectReason.FAILED, cause.getMessage() + "; " + outcome);
  }

  private void execute(Plan plan, List<Step> begun) throws SlurmException {
    for (Step step : plan.steps()) {
      progress.accept(step.describe());
      begun.add(step);
      try {
        executor.apply(step);
      } catch (SlurmException e) {
        if (!e.isTimeout() && !step.optional()) {
          begun.remove(begun.size() - 1); // it was rejected as a whole, so there is nothing to undo
        }
        throw e;
      }
    }
    progress.accept(READ_BACK);
    List<String> differences =
        new ArrayList<>(PartitionLayout.differences(plan.next().partitions(), reader.partitions()));
    if (!plan.expectedSettings().isEmpty()) {
      differences.addAll(Plan.differences(plan.expectedSettings(), reader.settings()));
    }
    Map<String, String> expected = plan.next().limits().expected();
    if (!expected.isEmpty()) {
      differences.addAll(Plan.differences(expected, readLimits(expected)));
    }
    if (!differences.isEmpty()) {
      throw new SlurmException(
          "the configuration read back differs: " + String.join("; ", differences));
    }
  }
}
