package io.gnomon.sim.cli;

import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.TuneLoop;
import io.gnomon.sim.tune.TuneSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say how a loop looks, what it tries and how it judges. */
final class TuneOptions {
  /** What is searched. */
  enum Search {
    /** The number of partitions, as lawson2005 does. */
    PARTITIONS,
    /** The library's policies. */
    FULL
  }

  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  @Option(
      names = "--search",
      defaultValue = "PARTITIONS",
      paramLabel = "partitions|full",
      description =
          "What to try: numbers of partitions once a week, as the report does; or the library's"
              + " policies whenever jobs wait (default: partitions).")
  private Search search = Search.PARTITIONS;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Mean bounded slowdown of the past period above which a study is made; required for"
              + " partitions (default for full: 1, so whenever jobs wait).")
  private @Nullable Double threshold;

  @Option(
      names = "--horizon",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How far a study simulates (default: 2w; full: 1d).")
  private @Nullable Integer horizonSeconds;

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How often to look (default: 1w; full: 1h).")
  private @Nullable Integer periodSeconds;

  @Option(
      names = "--max-partitions",
      defaultValue = "4",
      paramLabel = "P",
      description = "The most partitions to try (default: ${DEFAULT-VALUE}).")
  private int maxPartitions;

  @Option(
      names = "--first",
      paramLabel = "SPEC",
      description =
          "The policy at the beginning (default: multi-queue with the most"
              + " partitions; easy in a full search).")
  private @Nullable String first;

  @Option(
      names = "--future",
      paramLabel = "replay|bootstrap|none|mixed|oracle",
      description =
          "What a study takes to come: the past again, hours of past weeks drawn by hour of the"
              + " week (in each draw others), nobody, either in turn, or what truly comes (default:"
              + " replay; full: mixed).")
  private TuneLoop.@Nullable FutureKind future;

  @Option(
      names = "--can",
      split = ",",
      paramLabel = "ABILITY",
      description =
          "What the scheduler can do beyond starting jobs, for a full search: requeueing,"
              + " suspension, molding, prediction (to order jobs by how long they are expected to run,"
              + " rather than by estimates) (default: none).")
  private List<PolicyLibrary.Need> can = List.of();

  @Option(
      names = "--only",
      paramLabel = "SPEC",
      description =
          "A policy that a full search may try, instead of the library's, such as those that a"
              + " scheduler can be set to; may be repeated (default: the library's).")
  private List<String> only = List.of();

  @Option(
      names = "--objective",
      paramLabel = "OBJECTIVE",
      description =
          "What a study minimises, such as slowdown, slowdown(work=30000) or wait(by=width)"
              + " (default: slowdown; full: "
              + StudyDesign.OBJECTIVE
              + ").")
  private @Nullable String objective;

  @Option(
      names = "--guard",
      paramLabel = "GUARD",
      description =
          "What no choice may make worse than EASY would from the same state, such as"
              + " category(factor=1.1), oldest, widest or user; may be repeated (default: none).")
  private List<String> guards = List.of();

  @Option(
      names = "--draws",
      defaultValue = "" + StudyDesign.DRAWS,
      paramLabel = "N",
      description =
          "In a full search, how often the runtimes of live jobs are drawn from those of like jobs"
              + " before them (default: ${DEFAULT-VALUE}; 0: jobs run for their estimates).")
  private int draws;

  @Option(
      names = "--draws-seed",
      defaultValue = "0",
      paramLabel = "S",
      description =
          "With another seed studies draw runtimes and arrivals with other luck; reviews of changes"
              + " do not (default: ${DEFAULT-VALUE}).")
  private int drawsSeed;

  @Option(
      names = "--runtimes",
      defaultValue = TuneSettings.PAST,
      paramLabel = "past|PREDICTOR",
      description =
          "What they are drawn from: the runtimes of the same user's like jobs, or a predictor's"
              + " distribution: estimate, last-two, class-mean, user, user-width or hmm (default:"
              + " ${DEFAULT-VALUE}).")
  private String runtimes = TuneSettings.PAST;

  @Option(
      names = "--least-gain",
      defaultValue = "0",
      paramLabel = "F",
      description = "Fraction of the cost that a change must save (default: ${DEFAULT-VALUE}).")
  private double leastGain;

  @Option(
      names = "--significance",
      defaultValue = "0",
      paramLabel = "K",
      description =
          "How many standard errors the gain of a change must be above 0 (default:"
              + " ${DEFAULT-VALUE}).")
  private double significance;

  @Option(
      names = "--changes-per-day",
      defaultValue = "" + GuardRails.CHANGES_PER_DAY,
      paramLabel = "N",
      description = "Changes within any 24 hours, at most (default: ${DEFAULT-VALUE}).")
  private int changesPerDay;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  boolean full() {
    return search == Search.FULL;
  }

  int maxPartitions() {
    return maxPartitions;
  }

  TuneLoop.FutureKind future() {
    if (future != null) {
      return future;
    }
    return full() ? TuneLoop.FutureKind.MIXED : TuneLoop.FutureKind.REPLAY;
  }

  /** The settings, or a complaint about the option that is wrong. */
  TuneSettings settings() {
    if (threshold == null && !full()) {
      throw new ParameterException(
          spec.commandLine(),
          "Missing required option: '--threshold=T' (a full search needs none)");
    }
    try {
      return new TuneSettings(
          Objects.requireNonNullElse(threshold, 1.0),
          Objects.requireNonNullElse(periodSeconds, full() ? HOUR : TuneSettings.WEEK),
          Objects.requireNonNullElse(horizonSeconds, full() ? DAY : 2 * TuneSettings.WEEK),
          searchSpace(),
          new GuardRails(0, leastGain, significance, 0, 0, changesPerDay),
          design(),
          runtimes);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private SearchSpace searchSpace() {
    if (!only.isEmpty()) {
      if (!full()) {
        throw new IllegalArgumentException("--only is for a full search; add --search full");
      }
      if (!can.isEmpty()) {
        throw new IllegalArgumentException(
            "--can says which policies of the library are tried, --only names others: give one of"
                + " them");
      }
      library().forEach(Policies::create); // reports an invalid policy now
      return SearchSpace.of(library());
    }
    return full() ? SearchSpace.quick(abilities()) : SearchSpace.partitions(maxPartitions);
  }

  private StudyDesign design() {
    String named =
        Objects.requireNonNullElse(objective, full() ? StudyDesign.OBJECTIVE : "slowdown");
    StudyCriteria judgement =
        StudyCriteria.of(Objectives.create(named))
            .guarded(guards.stream().map(Guards::create).toList());
    StudyDesign design =
        full() && draws > 0
            ? StudyDesign.ofTheQueue(draws, judgement)
            : StudyDesign.ofEstimates(judgement);
    return design.seeded(drawsSeed);
  }

  /** The policy at the beginning. */
  PolicySpec begin() {
    if (first != null) {
      return PolicySpec.parse(first);
    }
    return full() ? PolicySpec.of("easy") : partitioned(maxPartitions);
  }

  /** Every configuration that is to be compared with, each kept throughout. */
  List<PolicySpec> fixedPolicies() {
    List<PolicySpec> policies = new ArrayList<>();
    for (int partitions = 1; partitions <= maxPartitions; partitions++) {
      policies.add(partitioned(partitions));
    }
    if (full()) {
      policies.addAll(only.isEmpty() ? PolicyLibrary.policies(abilities()) : library());
      policies.addAll(library());
    }
    return policies.stream().distinct().toList();
  }

  /** The policies that are tried each hour: the library's quick ones, or those that were named. */
  List<PolicySpec> library() {
    return only.isEmpty()
        ? PolicyLibrary.quick(abilities())
        : only.stream().map(PolicySpec::parse).distinct().toList();
  }

  private Set<PolicyLibrary.Need> abilities() {
    return can.isEmpty() ? PolicyLibrary.none() : EnumSet.copyOf(can);
  }

  static PolicySpec partitioned(int partitions) {
    return PolicySpec.of("multi-queue").with("partitions", partitions);
  }
}
