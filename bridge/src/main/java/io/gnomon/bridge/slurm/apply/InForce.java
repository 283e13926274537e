package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.order.ManagedNice;
import io.gnomon.bridge.slurm.plan.AppliedConfiguration;
import io.gnomon.bridge.slurm.plan.ChangeSettings;
import io.gnomon.bridge.slurm.plan.Plan;
import io.gnomon.bridge.slurm.policy.Aspect;
import io.gnomon.bridge.slurm.policy.PolicyMapping;
import io.gnomon.bridge.storage.JsonFile;
import io.gnomon.events.config.Configuration;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration in force. If someone else changes what Gnomon has set, it gets a new version;
 * an aspect with all its former values is the site's own again, and the others are not affected.
 * Every change is on disk before it is visible. Not thread-safe.
 */
final class InForce {
  private static final Logger LOG = LoggerFactory.getLogger(InForce.class);

  private final JsonFile<AppliedConfiguration> file;
  private final PolicyMapping mapping;
  private final String initialPolicy;
  private final Map<Aspect, List<String>> drift = new EnumMap<>(Aspect.class);
  private AppliedConfiguration applied;

  /**
   * The configuration in a file. If the file does not exist and Gnomon may change Slurm, it is
   * written with the initial policy.
   *
   * @param settings with the policy that describes Slurm while Gnomon has changed nothing, and its
   *     version
   * @throws IOException if the file cannot be read or written
   */
  InForce(JsonFile<AppliedConfiguration> file, PolicyMapping mapping, ChangeSettings settings)
      throws IOException {
    this.file = file;
    this.mapping = mapping;
    initialPolicy = settings.initialPolicy();
    AppliedConfiguration stored = file.read().orElse(null);
    applied =
        stored == null
            ? AppliedConfiguration.unchanged(initialPolicy, settings.firstVersion())
            : stored;
    if (stored == null && settings.applies()) {
      file.write(applied);
    }
  }

  AppliedConfiguration applied() {
    return applied;
  }

  Configuration configuration() {
    return new Configuration(applied.policy(), applied.version());
  }

  /** Puts another configuration in force, which Slurm has now. */
  void replace(AppliedConfiguration next) throws IOException {
    store(next);
    drift.clear();
  }

  /** Stores a change that does not affect Slurm's values. */
  void store(AppliedConfiguration next) throws IOException {
    file.write(next);
    applied = next;
  }

  /** Stores the nice values that Gnomon has set, if they have changed. */
  void storeNice(Map<String, ManagedNice> nice) throws IOException {
    if (!nice.equals(applied.nice())) {
      store(applied.withNice(nice));
    }
  }

  /** Makes sure that the file does not hold a configuration that is not in force. */
  void retract(AppliedConfiguration notInForce) throws IOException {
    if (file.read().filter(notInForce::equals).isPresent()) {
      file.write(applied);
    }
  }

  /**
   * Describes the site by the present initial policy, if nothing of Gnomon's is in force. It is a
   * new version if the settings have changed.
   */
  void describeSite() throws IOException {
    if (applied.leavesSiteUnchanged() && !applied.policy().equals(initialPolicy)) {
      long version = applied.version();
      boolean same = configuration().hasSettingsOf(new Configuration(initialPolicy, version));
      store(applied.withPolicy(initialPolicy, same ? version : version + 1));
    }
  }

  /**
   * Compares what Gnomon has set in an aspect with Slurm.
   *
   * @param present the present values by name; a value that does not exist may be missing
   */
  void compare(Aspect aspect, Map<String, String> present) throws IOException {
    List<String> differences = Plan.differences(applied.values(aspect), present);
    if (differences.isEmpty()) {
      drift.remove(aspect);
      return;
    }
    if (differences.equals(drift.get(aspect))) {
      return;
    }
    boolean restored = Plan.differences(applied.former(aspect), present).isEmpty();
    AppliedConfiguration next = restored ? applied.without(aspect) : applied;
    String policy = next.policy();
    if (next.leavesSiteUnchanged()) {
      policy = initialPolicy;
    } else if (restored) {
      policy = mapping.restored(policy, aspect);
    }
    long version = next.version() + 1;
    LOG.warn(
        "{} that Gnomon has set were changed outside of Gnomon: {}. Version {} is {} from now on",
        aspect.title(),
        String.join("; ", differences),
        version,
        policy);
    store(next.withPolicy(policy, version));
    if (restored) {
      drift.remove(aspect);
    } else {
      drift.put(aspect, differences);
    }
  }
}
