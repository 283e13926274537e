package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.SlurmException;
import io.gnomon.bridge.slurm.client.SlurmReader;
import io.gnomon.bridge.slurm.client.SlurmState;
import io.gnomon.bridge.slurm.limit.LimitReader;
import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.order.NiceAssignment;
import io.gnomon.bridge.slurm.partition.PartitionLayout;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.Plan;
import io.gnomon.bridge.slurm.plan.Planner;
import io.gnomon.bridge.slurm.plan.Prerequisites;
import io.gnomon.bridge.slurm.plan.PresentValues;
import io.gnomon.bridge.slurm.plan.Step;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.CapabilityDeclaration;
import io.gnomon.bridge.slurm.programs.SlurmPrograms;
import io.gnomon.bridge.storage.JsonFile;
import io.gnomon.events.cluster.Capabilities;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.slurm.parameter.SiteLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
  private final InForce inForce;
  private final Consumer<String> progress;
  private final Set<String> undeclared = new HashSet<>();
  private @Nullable Capabilities declared; // when Slurm last answered

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
    limits = new LimitReader(reader);
    executor = new StepExecutor(programs);
    planner = new Planner(settings, reader);
    reconciler = new Reconciler(settings, programs, executor);
    journal = new JsonFile<>(stateFolder.resolve("plan.json"), Plan.class);
    inForce = new InForce(AppliedConfiguration.file(stateFolder), planner.mapping(), settings);
    if (journal.read().isEmpty()) {
      inForce.describeSite();
    }
  }

  /** What Slurm can be set to; while it does not answer, what was declared last. */
  @Override
  public Capabilities capabilities() {
    try {
      declared = declaration(planner.prerequisites());
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot check what Slurm can be configured to: {}", e.getMessage());
    }
    Capabilities last = declared;
    return last == null
        ? new CapabilityDeclaration(planner.mapping()).addInitial().capabilities()
        : last;
  }

  private Capabilities declaration(Prerequisites present) throws SlurmException {
    CapabilityDeclaration declaration = new CapabilityDeclaration(planner.mapping()).addInitial();
    Prerequisites checked = settings.applies() ? present : present.whenPrepared();
    if (isPossible(checked.missingForPartitions())) {
      declaration.addPartitions(settings.maxPartitions());
    }
    boolean ordered = canOrder(checked);
    declaration.addSlurm(
        isPossible(checked.missingForParameters()),
        ordered,
        isPossible(checked.missingForPriorities()),
        limit -> isPossible(checked.missingFor(limit)));
    if (ordered) {
      declaration.addOrders();
    }
    return declaration.capabilities();
  }

  /** Whether nothing is missing; what is missing is logged once. */
  private boolean isPossible(Optional<String> missing) {
    missing.filter(undeclared::add).ifPresent(reason -> LOG.info("not declared: {}", reason));
    return missing.isEmpty();
  }

  private boolean canOrder(Prerequisites checked) throws SlurmException {
    if (!isPossible(checked.missingForOrders(settings.script() != null))) {
      return false;
    }
    try {
      return isPossible(planner.sharedTier());
    } catch (CannotApplyException e) {
      LOG.warn("jobs cannot be ordered: {}", e.getMessage());
      return false;
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
    ManagedNice managed = ManagedNice.of(job, inForce.applied().nice());
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
      compare(new PresentValues(reader, limits), Aspect.values());
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot read back the configuration in force: {}", e.getMessage());
    }
    return inForce.configuration();
  }

  @Override
  public Configuration observe(SlurmState state) {
    try {
      if (journal.read().isEmpty()) {
        AppliedConfiguration applied = inForce.applied();
        inForce.compare(
            Aspect.PARTITIONS,
            PartitionLayout.present(applied.values(Aspect.PARTITIONS), state.partitions()));
        reconcile(state);
      }
    } catch (IOException e) {
      LOG.warn("cannot store the configuration in force: {}", e.getMessage());
    }
    return inForce.configuration();
  }

  private void compare(PresentValues present, Aspect... aspects)
      throws SlurmException, IOException {
    for (Aspect aspect : aspects) {
      Map<String, String> values = inForce.applied().values(aspect);
      if (!values.isEmpty()) {
        inForce.compare(aspect, present.of(aspect, values));
      }
    }
  }

  private void reconcile(SlurmState state) throws IOException {
    if (!settings.applies()) {
      return;
    }
    AppliedConfiguration applied = inForce.applied();
    reconciler.removeDrainedPartitions(state, applied);
    if (applied.order() != null || !applied.nice().isEmpty()) {
      NiceAssignment assignment = reconciler.assignment(state, applied);
      inForce.storeNice(assignment.managed());
      reconciler.setNice(assignment);
    }
  }

  /**
   * Undoes a plan that an earlier process began and did not finish. The configuration in force does
   * not change while there is a journal, so the plan was finished if what it leads to is in force.
   */
  private void recover() throws IOException, SlurmException {
    Plan begun = journal.read().orElse(null);
    if (begun == null) {
      return;
    }
    if (inForce.applied().equals(begun.next())) {
      journal.delete();
    } else {
      LOG.warn("the change to version {} was interrupted; undoing it", begun.next().version());
      undo(begun, begun.steps());
    }
    inForce.describeSite();
  }

  private void undo(Plan plan, List<Step> begun) throws SlurmException, IOException {
    inForce.retract(plan.next());
    List<String> failures = executor.undo(begun);
    if (!failures.isEmpty()) {
      throw new SlurmException(
          "could not undo all steps, trying again later: " + String.join("; ", failures));
    }
    inForce.storeNice(ManagedNice.undone(inForce.applied().nice(), plan.next().nice()));
    journal.delete();
  }

  /** A plan is only described, so it must not undo a change that another process carries out. */
  private void requireNoBegunChange() throws CannotApplyException {
    try {
      if (journal.read().isPresent()) {
        throw new CannotApplyException(
            ConfigRejectReason.FAILED,
            "a change has begun and not ended; try again when the bridge has ended or undone it");
      }
    } catch (IOException e) {
      throw new CannotApplyException(ConfigRejectReason.FAILED, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Describes the plan for a policy, and the prerequisites that are missing for it.
   *
   * @throws CannotApplyException if Slurm cannot be configured so, or if a change has begun and not
   *     ended
   */
  public String plan(String policy) throws CannotApplyException {
    requireNoBegunChange();
    Plan plan = planFor(new Configuration(policy, inForce.applied().version() + 1));
    List<String> lines = new ArrayList<>(List.of(plan.describe()));
    try {
      missingFor(plan, planner.prerequisites()).distinct().forEach(lines::add);
    } catch (SlurmException | IOException e) {
      LOG.warn("cannot check what is missing: {}", e.getMessage());
    }
    return String.join("\n# missing: ", lines);
  }

  private Stream<String> missingFor(Plan plan, Prerequisites present) {
    Stream<String> ofLimits =
        plan.next().of(Aspect.LIMITS).keySet().stream()
            .flatMap(name -> SiteLimit.of(name).stream())
            .flatMap(limit -> present.missingFor(limit).stream());
    return Stream.of(
            missing(plan, Aspect.PARTITIONS, present::missingForPartitions),
            missing(plan, Aspect.PARAMETERS, present::missingForParameters),
            missing(plan, Aspect.PRIORITIES, present::missingForPriorities),
            ofLimits,
            plan.next().order() == null
                ? Stream.<String>empty()
                : present.missingForOrders(settings.script() != null).stream())
        .flatMap(Function.identity());
  }

  private static Stream<String> missing(
      Plan plan, Aspect aspect, Supplier<Optional<String>> missing) {
    return plan.next().of(aspect).isEmpty() ? Stream.empty() : missing.get().stream();
  }

  private Plan planFor(Configuration wanted) throws CannotApplyException {
    try {
      recover();
      return planner.plan(wanted, inForce.applied());
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
      inForce.replace(plan.next());
    } catch (SlurmException | IOException e) {
      throw failed(plan, begun, e);
    }
    progress.accept(STORED);
    try {
      journal.delete();
    } catch (IOException e) {
      LOG.warn(
          "version {} is in force; its journal is deleted when it is read back: {}",
          wanted.version(),
          e.getMessage());
    }
  }

  private CannotApplyException failed(Plan plan, List<Step> begun, Exception cause) {
    String outcome = "all steps have been undone";
    try {
      undo(plan, begun);
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
    PresentValues present = new PresentValues(reader, limits);
    List<String> differences = new ArrayList<>();
    for (Map.Entry<Aspect, Map<String, String>> part : plan.expected().entrySet()) {
      if (!part.getValue().isEmpty()) {
        differences.addAll(
            Plan.differences(part.getValue(), present.of(part.getKey(), part.getValue())));
      }
    }
    if (!differences.isEmpty()) {
      throw new SlurmException(
          "the configuration read back differs: " + String.join("; ", differences));
    }
  }
}
