package io.gnomon.sim.cli;

import io.gnomon.commandline.DurationConverter;
import io.gnomon.commandline.InputFile;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.text.Suggestions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of the tuning loop: when it evaluates, what it tries and how it chooses. */
final class TuneOptions {
  private static final String ORACLE = "oracle";
  private static final List<String> ARRIVALS =
      Stream.concat(Stream.of(ArrivalModel.values()).map(TuneOptions::word), Stream.of(ORACLE))
          .toList();

  private @Nullable ArrivalModel arrivals;
  private boolean oracle;

  @Option(
      names = "--search",
      defaultValue = "PARTITIONS",
      paramLabel = "partitions|library",
      description =
          "What to try: numbers of partitions once a week, as in lawson2005, or the policies of the"
              + " library once an hour while jobs wait (default: partitions).")
  private Search search = Search.PARTITIONS;

  @Option(
      names = "--cadence",
      paramLabel = "durable|hourly",
      description =
          "How often --search library may change the policy: hourly, by studies of the live queue, or"
              + " at most once in four weeks, by results on other clusters and backtests of the past"
              + " weeks (default: hourly).")
  private @Nullable Cadence cadence;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Mean bounded slowdown of the past period above which a study runs (default: 10; library:"
              + " 1, so whenever jobs wait).")
  private @Nullable Double threshold;

  @Option(
      names = "--horizon",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Time that a study simulates (default: 2w; library: 1d).")
  private @Nullable Duration horizon;

  @Option(
      names = "--period",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Time between evaluations (default: 1w; library: 1h, durable 1w, at first less).")
  private @Nullable Duration period;

  @Option(
      names = "--max-partitions",
      defaultValue = "4",
      paramLabel = "P",
      description = "Largest number of partitions to try (default: ${DEFAULT-VALUE}).")
  private int maxPartitions;

  @Option(
      names = "--initial-policy",
      paramLabel = "SPEC",
      description =
          "Policy at the start (default: multi-queue with the most partitions; library: easy).")
  private @Nullable String initialPolicy;

  @Option(
      names = "--arrivals",
      paramLabel = "replay|bootstrap|none|mixed|oracle",
      completionCandidates = ArrivalsWords.class,
      description =
          "Arrivals that a study assumes: replay repeats the past, bootstrap samples hours of past"
              + " weeks by hour of the week, none has no arrivals, mixed alternates between bootstrap"
              + " and none, oracle uses the true arrivals (default: replay; library: mixed).")
  private void arrivals(String word) {
    oracle = word.equalsIgnoreCase(ORACLE);
    arrivals = oracle ? null : model(word);
  }

  @Option(
      names = "--capability",
      split = ",",
      paramLabel = "CAPABILITY",
      description =
          "What the scheduler can do beyond starting jobs, for --search library: requeueing,"
              + " suspension, molding, prediction (order jobs by expected runtime instead of by"
              + " estimate) (default: none).")
  private List<Capability> capabilities = List.of();

  @Option(
      names = "--candidate",
      paramLabel = "SPEC",
      description =
          "A policy to try with --search library, such as one that your scheduler supports; repeat"
              + " the option for each (default: the policies of the library).")
  private List<String> candidates = List.of();

  @Option(
      names = "--objective",
      paramLabel = "OBJECTIVE",
      description =
          "What a study minimises, such as slowdown, slowdown(work=30000) or wait(by=width)"
              + " (default: slowdown; library: "
              + StudyDesign.OBJECTIVE
              + ", durable slowdown).")
  private @Nullable String objective;

  @Option(
      names = "--guard",
      paramLabel = "GUARD",
      description =
          "What a chosen policy must not make worse than EASY from the same state, such as"
              + " category(factor=1.1), oldest, widest or user; repeat the option for each (default:"
              + " none).")
  private List<String> guards = List.of();

  @Option(
      names = "--samples",
      defaultValue = "" + StudyDesign.SAMPLES,
      paramLabel = "N",
      description =
          "Random scenarios per study of --search library; each samples the runtimes of live jobs"
              + " from those of similar past jobs (default: ${DEFAULT-VALUE}; 0: runtimes equal"
              + " estimates).")
  private int samples;

  @Option(
      names = "--seed",
      defaultValue = "0",
      paramLabel = "S",
      description =
          "Random seed of the runtimes and arrivals that studies sample (default:"
              + " ${DEFAULT-VALUE}).")
  private int seed;

  @Option(
      names = "--runtimes",
      defaultValue = TuneSettings.PAST,
      paramLabel = "past|PREDICTOR",
      description =
          "Distribution of the sampled runtimes: past, the runtimes of similar jobs of the same"
              + " user, or a predictor: estimate, last-two, class-mean, user, user-width or hmm"
              + " (default: ${DEFAULT-VALUE}).")
  private String runtimes = TuneSettings.PAST;

  @Option(
      names = "--min-gain",
      paramLabel = "F",
      description = "Least predicted gain of a change, as a fraction of the cost (default: 0).")
  private double minGain = GuardRails.MIN_GAIN;

  @Option(
      names = "--significance",
      defaultValue = "0",
      paramLabel = "K",
      description =
          "Least predicted gain of an hourly change, in standard errors (default: ${DEFAULT-VALUE}).")
  private double significance;

  @Option(
      names = "--prior",
      paramLabel = "FILE|none",
      description =
          "Results on other clusters, for --cadence durable: a file of ./gnomon train, or none"
              + " (default: those of six recorded logs, which are part of Gnomon). Set it to judge"
              + " a log that the default was made from.")
  private @Nullable String prior;

  @Option(
      names = "--max-changes-per-day",
      defaultValue = "" + GuardRails.CHANGES_PER_DAY,
      paramLabel = "N",
      description = "Largest number of changes within 24 hours (default: ${DEFAULT-VALUE}).")
  private int maxChangesPerDay;

  @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private boolean searchesLibrary() {
    return search == Search.LIBRARY;
  }

  /** The values of {@code --arrivals}, for completion scripts. */
  static final class ArrivalsWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ARRIVALS.iterator();
    }
  }

  private ArrivalModel model(String word) {
    for (ArrivalModel model : ArrivalModel.values()) {
      if (model.name().equalsIgnoreCase(word)) {
        return model;
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "--arrivals is '%s'; it must be one of %s.%s"
            .formatted(word, String.join(", ", ARRIVALS), Suggestions.didYouMean(word, ARRIVALS)));
  }

  private static String word(ArrivalModel model) {
    return model.name().toLowerCase(Locale.ROOT);
  }

  /** Whether studies assume the true arrivals. */
  boolean oracle() {
    return oracle;
  }

  /** The value of {@code --arrivals}, given or by default. */
  String arrivalsWord() {
    return oracle ? ORACLE : word(arrivals != null ? arrivals : search.arrivals());
  }

  /**
   * The settings of the loop.
   *
   * @throws ParameterException for a value that is not allowed, with what is
   */
  TuneSettings settings() {
    return settings(cadence());
  }

  /** The settings of a loop that knows the true arrivals: it studies the live queue. */
  TuneSettings oracleSettings() {
    return settings(Cadence.HOURLY);
  }

  private TuneSettings settings(Cadence often) {
    try {
      checkCandidates();
      TuneSettingsBuilder builder =
          new TuneSettingsBuilder(search, often)
              .maxPartitions(maxPartitions)
              .candidates(candidates.isEmpty() ? List.of() : library())
              .capabilities(needs())
              .guards(guards.stream().map(Guards::create).toList())
              .samples(samples)
              .seed(seed)
              .runtimes(runtimes)
              .prior(prior())
              .rails(rails(often));
      if (threshold != null) {
        builder.threshold(threshold);
      }
      if (period != null) {
        builder.period(period);
      }
      if (horizon != null) {
        builder.horizon(horizon);
      }
      if (arrivals != null) {
        builder.arrivals(arrivals);
      }
      if (objective != null) {
        builder.objective(Objectives.create(objective));
      }
      return builder.build();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private Prior prior() {
    if (prior == null) {
      return Prior.shipped();
    }
    String file = prior;
    try {
      return file.equals("none") ? Prior.NONE : Prior.parse(InputFile.text(Path.of(file)));
    } catch (IllegalArgumentException | IOException wrong) {
      throw new IllegalArgumentException(
          "--prior is '%s'; it must be none or a file of ./gnomon train: %s"
              .formatted(file, wrong.getMessage()),
          wrong);
    }
  }

  private Cadence cadence() {
    return cadence == null ? Cadence.HOURLY : cadence;
  }

  private GuardRails rails(Cadence often) {
    return new GuardRails(0, minGain, significance, 0, often.dwellSeconds(), maxChangesPerDay);
  }

  private void checkCandidates() {
    if (cadence != null && !searchesLibrary()) {
      throw new IllegalArgumentException("--cadence requires --search library");
    }
    if (cadence == Cadence.DURABLE && (oracle || arrivals != null)) {
      throw new IllegalArgumentException(
          "--arrivals has no meaning with --cadence durable, which simulates the recorded past;"
              + " leave it out");
    }
    if (!candidates.isEmpty() && !searchesLibrary()) {
      throw new IllegalArgumentException("--candidate requires --search library");
    }
    if (!candidates.isEmpty() && !capabilities.isEmpty()) {
      throw new IllegalArgumentException(
          "--capability and --candidate exclude each other: --capability selects policies of the"
              + " library, --candidate replaces them");
    }
  }

  /** The policy at the start. */
  Spec initialPolicy() {
    if (initialPolicy != null) {
      return Spec.parse(initialPolicy);
    }
    return searchesLibrary() ? Spec.of("easy") : partitioned(maxPartitions);
  }

  /** The policies to compare the loop with, each run on the whole log. */
  List<Spec> fixedPolicies() {
    List<Spec> policies = new ArrayList<>();
    for (int partitions = 1; partitions <= maxPartitions; partitions++) {
      policies.add(partitioned(partitions));
    }
    if (searchesLibrary()) {
      policies.addAll(candidates.isEmpty() ? PolicyLibrary.policies(needs()) : library());
      policies.addAll(library());
    }
    return policies.stream().distinct().toList();
  }

  /** The policies to try each hour: the candidates, or the fast policies of the library. */
  List<Spec> library() {
    return candidates.isEmpty()
        ? PolicyLibrary.quick(needs())
        : candidates.stream().map(Spec::parse).distinct().toList();
  }

  private Set<Capability> needs() {
    return capabilities.isEmpty() ? PolicyLibrary.none() : EnumSet.copyOf(capabilities);
  }

  /** The policy {@code multi-queue} with this number of partitions. */
  static Spec partitioned(int partitions) {
    return Spec.of("multi-queue").with("partitions", partitions);
  }
}
