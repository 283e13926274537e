package io.gnomon.controller.cluster.decide;

import static java.util.Objects.requireNonNull;

import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.events.config.CommandMode;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.config.ContentHash;
import io.gnomon.events.config.Prediction;
import io.gnomon.sim.feedback.ReviewResult;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.Decision;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Builds the commands for the configuration after the one in force.
 *
 * @param cluster the cluster's id
 * @param suffix the suffix of the command's ids, unique in the cluster
 * @param tracked the cluster
 * @param settings the settings of its controller
 */
public record CommandBuilder(
    String cluster, String suffix, TrackedCluster tracked, ControlSettings settings) {
  private static final double SECONDS_OF_DAY = 24 * 3600;

  /**
   * Returns the command of a decision.
   *
   * @param inForce the change in force, which a decision may roll back
   */
  public ConfigRequested of(Decision decision, @Nullable AppliedChange inForce) {
    return command(decision, inForce).expiringAt(settings.expiry(tracked.mirror().now()));
  }

  private ConfigRequested command(Decision decision, @Nullable AppliedChange inForce) {
    ReviewResult cause = decision.rollbackCause();
    if (cause != null) {
      return rollback(requireNonNull(inForce), reason(cause));
    }
    StudyResult study = decision.study();
    return build(
        CommandMode.APPLY,
        String.valueOf(decision.chosen()),
        why(decision),
        study == null
            ? null
            : new Prediction(
                study.incumbent().meanBoundedSlowdown(),
                study.of(requireNonNull(decision.chosen())).meanBoundedSlowdown()));
  }

  /**
   * Returns the command that rolls back a change.
   *
   * @param change the change in force
   * @param why the reason, as text
   */
  public ConfigRequested rollback(AppliedChange change, String why) {
    return build(CommandMode.ROLLBACK, change.former(), why, null);
  }

  private ConfigRequested build(
      CommandMode mode, String policy, String why, @Nullable Prediction predicted) {
    long version = tracked.configuration().version();
    long now = tracked.mirror().now();
    return new ConfigRequested(
        now,
        cluster + "-c" + suffix,
        cluster + "-p" + suffix,
        mode,
        version,
        new Configuration(policy, version + 1),
        ContentHash.of(policy, version, cluster),
        now + settings.expirySeconds(),
        why,
        predicted);
  }

  private static String reason(ReviewResult review) {
    return String.format(
        Locale.ROOT,
        "a review found that %s costs %.1f %% more than %s would have",
        review.change().to(),
        -100 * review.gain(),
        review.change().from());
  }

  private String why(Decision decision) {
    StudyResult study = decision.study();
    if (tracked.tuner().anchored()) {
      return DecisionRecordBuilder.anchored(tracked.tuner());
    }
    if (study == null || settings.tuning().cadence() == Cadence.HOURLY) {
      return String.format(
          Locale.ROOT,
          "aggregate bounded slowdown %.1f exceeds %.1f",
          decision.observedSlowdown(),
          settings.tuning().threshold());
    }
    return String.format(
        Locale.ROOT,
        "%s; over the last %d d, the mean bounded slowdown would have been %.2f instead of %.2f",
        decision.basis(),
        Math.round(study.horizonSeconds() / SECONDS_OF_DAY),
        study.of(requireNonNull(decision.chosen())).meanBoundedSlowdown(),
        study.incumbent().meanBoundedSlowdown());
  }
}
