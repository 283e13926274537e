package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.bridge.slurm.Configurator;
import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmPrograms;
import io.gnomon.bridge.slurm.read.SlurmReader;
import io.gnomon.bridge.slurm.read.SlurmState;
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
 * Divides a Slurm partition into queues by time limit, with partitions of its own over the same
 * nodes, and takes them away again.
 *
 * <p>A change is a {@link Plan}. It is written to a journal before its first step; what was begun
 * and not finished, by a refusal or by the end of the process, is undone, so that a configuration
 * is in force wholly or not at all. What is in force is known by reading it back; where somebody
 * else has changed it, it gets a new version. Not thread-safe.
 */
public final class SlurmConfigurator implements Configurator {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmConfigurator.class);

  private final Settings settings;
  private final SlurmReader reader;
  private final Administrator administrator;
  private final Planning planning;
  private final Upkeep upkeep;
  private final KeptFile<Plan> journal;
  private final KeptFile<InForce> kept;
  private final Consumer<String> progress;
  private InForce last;
  private Set<String> drift = Set.of();
  private Set<String> settingsDrift = Set.of();

  /**
   * What an administrator decides.
   *
   * @param carryOut whether plans are carried out, rather than only shown
   * @param partition whose jobs are divided, or null for the default one
   * @param prefix of the partitions that Gnomon owns
   * @param most partitions
   * @param script the job_submit.lua that is written, or null for none
   * @param include the file that slurm.conf includes, or null for none; then nothing is made
   * @param initial what Slurm is taken for while Gnomon has changed nothing
   */
  public record Settings(
      boolean carryOut,
      @Nullable String partition,
      String prefix,
      int most,
      @Nullable Path script,
      @Nullable Path include,
      String initial) {}

  /**
   * A configurator that goes on from what is in {@code folder}.
   *
   * @param progress is told each step before it is done, and {@code read back}, {@code kept}
   * @throws IOException where the folder cannot be read
   */
  public SlurmConfigurator(
      Settings settings,
      SlurmPrograms programs,
      SlurmReader reader,
      Path folder,
      Consumer<String> progress)
      throws IOException {
    this.settings = settings;
    this.reader = reader;
    this.progress = progress;
    administrator = new Administrator(programs);
    planning = new Planning(settings, programs, reader);
    upkeep = new Upkeep(settings, programs, administrator);
    journal = new KeptFile<>(folder.resolve("plan.json"), Plan.class);
    kept = kept(folder);
    last = kept.read().orElse(InForce.nothing(settings.initial(), 1, ""));
    if (last.isTheSites() && !last.policy().equals(settings.initial())) {
      keep(last.as(settings.initial(), last.version() + 1));
    }
  }

  /** What is in force, in the folder of what outlives the bridge. */
  static KeptFile<InForce> kept(Path folder) {
    return new KeptFile<>(folder.resolve("in-force.json"), InForce.class);
  }

  @Override
  public Capabilities capabilities() {
    Declared declared = new Declared(planning.targets()).initial();
    Requirements requirements = settings.carryOut() ? requirements() : null;
    boolean ordered =
        requirements == null || requirements.missingForOrders(settings.script() != null).isEmpty();
    if (requirements == null || requirements.missingForPartitions().isEmpty()) {
      declared.partitions(settings.most());
    }
    if (requirements == null || requirements.missingForParameters().isEmpty()) {
      declared.parameters(ordered);
    }
    if (ordered) {
      declared.orders();
    }
    return declared.capabilities();
  }

  /** What Slurm has for changes; null where it does not answer, and then commands tell. */
  private @Nullable Requirements requirements() {
    try {
      return planning.requirements();
    } catch (SlurmException | IOException e) {
      LOG.warn("what Slurm can be set to cannot be read: {}", e.getMessage());
      return null;
    }
  }

  @Override
  public int queue(String partition) {
    return partition.matches(settings.prefix() + "\\d{1,4}")
        ? Integer.parseInt(partition.substring(settings.prefix().length())) - 1
        : -1;
  }

  @Override
  public Configuration inForce() {
    try {
      recover();
      observe(reader.partitions());
      observeSettings();
    } catch (SlurmException | IOException e) {
      LOG.warn("what is in force cannot be read back: {}", e.getMessage());
    }
    return configuration();
  }

  @Override
  public Configuration seen(SlurmState state) {
    try {
      if (journal.read().isEmpty()) {
        observe(state.partitions());
        keepUp(state);
      }
    } catch (IOException e) {
      LOG.warn("what is in force cannot be kept: {}", e.toString());
    }
    return configuration();
  }

  /** Does what is left to do while a configuration is in force. */
  private void keepUp(SlurmState state) throws IOException {
    if (!settings.carryOut()) {
      return;
    }
    upkeep.tidy(state, last);
    if (last.ordering() != null || !last.nice().isEmpty()) {
      NiceValues values = upkeep.places(state, last);
      if (!values.kept().equals(last.nice())) {
        keep(last.with(values.kept()));
      }
      upkeep.put(values);
    }
  }

  private Configuration configuration() {
    return new Configuration(last.policy(), last.version());
  }

  /** Notices where somebody else has changed what Gnomon owns. */
  private void observe(List<PartitionRecord> partitions) throws IOException {
    List<String> differences = Planner.differences(last.partitions(), partitions);
    if (differences.isEmpty()) {
      drift = Set.of();
      return;
    }
    if (drift.equals(new HashSet<>(differences))) {
      return;
    }
    boolean gone =
        last.partitions().keySet().stream()
            .noneMatch(name -> partitions.stream().anyMatch(p -> p.name().equals(name)));
    changed(differences, gone);
    drift = gone ? Set.of() : new HashSet<>(differences);
  }

  /** Notices where somebody else has set what Gnomon sets of slurm.conf. */
  private void observeSettings() throws SlurmException, IOException {
    if (last.settings().isEmpty()) {
      settingsDrift = Set.of();
      return;
    }
    Map<String, String> printed = reader.settings();
    Set<String> differences = new HashSet<>(Plan.differences(last.settings(), printed));
    if (!differences.isEmpty() && !differences.equals(settingsDrift)) {
      changed(differences, Plan.differences(last.site(), printed).isEmpty());
    }
    settingsDrift = last.settings().isEmpty() ? Set.of() : differences;
  }

  /** Gives what is in force a new version; where all of it is gone it is the site's. */
  private void changed(Collection<String> differences, boolean gone) throws IOException {
    String policy = gone ? settings.initial() : last.policy();
    long version = last.version() + 1;
    LOG.warn(
        "somebody else has changed what Gnomon owns: {}. Version {} is {} from now on",
        String.join("; ", differences),
        version,
        policy);
    keep(
        gone
            ? InForce.nothing(policy, version, last.conf()).with(last.nice())
            : last.as(policy, version));
  }

  private void keep(InForce next) throws IOException {
    kept.write(next);
    last = next;
  }

  /** Undoes what a process that has ended had begun. */
  private void recover() throws IOException, SlurmException {
    Plan begun = journal.read().orElse(null);
    if (begun == null) {
      return;
    }
    if (!last.equals(begun.next())) {
      LOG.warn("version {} was begun and not finished; it is undone", begun.next().version());
      undo(begun.steps());
    }
    journal.remove();
  }

  private void undo(List<Step> steps) throws SlurmException {
    List<String> failures = administrator.undo(steps);
    if (!failures.isEmpty()) {
      throw new SlurmException(
          "not all could be undone, which is tried again: " + String.join("; ", failures));
    }
  }

  /**
   * What would be done for a policy, and what is missing for it.
   *
   * @throws CannotApplyException where this Slurm cannot be set so
   */
  public String plan(String policy) throws CannotApplyException {
    Plan plan = planFor(new Configuration(policy, last.version() + 1));
    Requirements requirements = requirements();
    List<String> lines = new ArrayList<>(List.of(plan.lines()));
    if (requirements != null && !plan.next().partitions().isEmpty()) {
      requirements.missingForPartitions().ifPresent(lines::add);
    }
    if (requirements != null && !plan.next().settings().isEmpty()) {
      requirements.missingForParameters().ifPresent(lines::add);
    }
    if (requirements != null && plan.next().ordering() != null) {
      requirements.missingForOrders(settings.script() != null).ifPresent(lines::add);
    }
    return String.join("\n# missing: ", lines);
  }

  private Plan planFor(Configuration wanted) throws CannotApplyException {
    try {
      recover();
      return planning.plan(wanted, last);
    } catch (IllegalArgumentException e) {
      throw new CannotApplyException(ConfigRejectReason.INVALID, String.valueOf(e.getMessage()));
    } catch (SlurmException | IOException e) {
      throw new CannotApplyException(ConfigRejectReason.FAILED, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void apply(Configuration wanted) throws CannotApplyException {
    Plan plan = planFor(wanted);
    LOG.info("plan for version {}, {}:\n{}", wanted.version(), wanted.policy(), plan.lines());
    if (!settings.carryOut()) {
      throw new CannotApplyException(
          ConfigRejectReason.NOT_ALLOWED,
          "slurm.apply is dry-run; the plan was: " + plan.lines().replace("\n", "; "));
    }
    List<Step> begun = new ArrayList<>();
    try {
      journal.write(plan);
      carryOut(plan, begun);
      keep(plan.next());
      progress.accept("kept");
      journal.remove();
    } catch (SlurmException | IOException e) {
      throw undone(begun, e);
    }
    drift = Set.of();
    settingsDrift = Set.of();
  }

  private CannotApplyException undone(List<Step> begun, Exception cause) {
    String left = "what was done has been undone";
    try {
      undo(begun);
      journal.remove();
    } catch (SlurmException | IOException e) {
      left = String.valueOf(e.getMessage());
    }
    return new CannotApplyException(ConfigRejectReason.FAILED, cause.getMessage() + "; " + left);
  }

  private void carryOut(Plan plan, List<Step> begun) throws SlurmException {
    for (Step step : plan.steps()) {
      progress.accept(step.line());
      begun.add(step);
      try {
        administrator.apply(step);
      } catch (SlurmException e) {
        if (!e.isUnanswered() && !step.passing()) {
          begun.remove(begun.size() - 1); // it was refused whole, so there is nothing to undo
        }
        throw e;
      }
    }
    progress.accept("read back");
    List<String> differences =
        new ArrayList<>(Planner.differences(plan.next().partitions(), reader.partitions()));
    if (!plan.readBack().isEmpty()) {
      differences.addAll(Plan.differences(plan.readBack(), reader.settings()));
    }
    if (!differences.isEmpty()) {
      throw new SlurmException("read back: " + String.join("; ", differences));
    }
  }
}
