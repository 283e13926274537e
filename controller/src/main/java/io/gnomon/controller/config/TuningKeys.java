package io.gnomon.controller.config;

import io.gnomon.config.EffectiveConfiguration;
import io.gnomon.config.InvalidConfigException;
import io.gnomon.config.Key;
import io.gnomon.config.ValueTypes;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.controller.operation.Mode;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.study.PairedGain;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.GuardRails;
import io.gnomon.sim.tune.Search;
import io.gnomon.sim.tune.TuneSettings;
import io.gnomon.sim.tune.TuneSettingsBuilder;
import io.gnomon.text.Durations;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/** The keys of tuning and its guard rails, and the settings of the clusters' controllers. */
final class TuningKeys {
  static final String PARTITIONS = ValueTypes.written(Search.PARTITIONS);
  private static final String DURABLE = ValueTypes.written(Cadence.DURABLE);
  private static final String HOURLY = ValueTypes.written(Cadence.HOURLY);
  private static final String YEAR = "365d";
  static final Key<Mode> MODE =
      Key.of(
          "tuning.mode",
          ValueTypes.constant(Mode.class),
          "recommend",
          "what Gnomon may do with a better configuration");
  static final Key<Search> SEARCH =
      Key.of(
          "tuning.search",
          ValueTypes.constant(Search.class),
          ValueTypes.written(Search.LIBRARY),
          "what studies try: policies, or numbers of partitions");
  static final Key<Cadence> CADENCE =
      Key.of(
              "tuning.cadence",
              ValueTypes.constant(Cadence.class),
              DURABLE,
              "how often the configuration may change: at most once in four weeks, by"
                  + " backtests and tuning.prior, or hourly, by studies")
          .withDefaultWhen(SEARCH, PARTITIONS, HOURLY)
          .withDefaultWhen(MODE, ValueTypes.written(Mode.OBSERVE), HOURLY)
          .withDefaultWhen(MODE, ValueTypes.written(Mode.APPLY), HOURLY);
  static final Key<Double> THRESHOLD =
      Key.of(
              "tuning.threshold",
              ValueTypes.number(1, 1e9),
              number(Search.LIBRARY.threshold()),
              "mean bounded slowdown of a period above which a study starts")
          .withDefaultWhen(SEARCH, PARTITIONS, number(Search.PARTITIONS.threshold()));
  static final Key<Duration> PERIOD =
      Key.of(
              "tuning.period",
              ValueTypes.wholeSeconds("1m", YEAR),
              Durations.printSeconds(Cadence.DURABLE.periodSeconds()),
              "time between evaluations; durable: at first less")
          .withDefaultWhen(
              SEARCH, PARTITIONS, Durations.printSeconds(Search.PARTITIONS.periodSeconds()))
          .withDefaultWhen(CADENCE, HOURLY, Durations.printSeconds(Cadence.HOURLY.periodSeconds()));
  static final Key<Duration> HORIZON =
      Key.of(
              "tuning.horizon",
              ValueTypes.wholeSeconds("1m", YEAR),
              Durations.printSeconds(Search.LIBRARY.horizonSeconds()),
              "time that a study simulates")
          .withDefaultWhen(
              SEARCH, PARTITIONS, Durations.printSeconds(Search.PARTITIONS.horizonSeconds()));
  static final Key<Integer> MAX_PARTITIONS =
      Key.of(
          "tuning.max-partitions",
          ValueTypes.wholeNumber(1, 64),
          "4",
          "most partitions that studies try");
  static final Key<List<String>> ORDERS =
      Key.of(
          "tuning.orders",
          TuningTypes.ORDERS,
          "",
          "orders that studies may try in the place of priority/multifactor, and so of fair share");
  static final Key<ArrivalModel> ARRIVALS =
      Key.of(
              "tuning.arrivals",
              ValueTypes.constant(ArrivalModel.class),
              ValueTypes.written(Search.LIBRARY.arrivals()),
              "arrivals that studies assume")
          .withDefaultWhen(SEARCH, PARTITIONS, ValueTypes.written(Search.PARTITIONS.arrivals()));
  static final Key<String> RUNTIMES =
      Key.of(
          "tuning.runtimes",
          TuningTypes.RUNTIMES,
          TuneSettings.PAST,
          "source of the runtimes that studies sample: similar past jobs, or a predictor");
  static final Key<StudyObjective> OBJECTIVE =
      Key.of(
              "tuning.objective",
              TuningTypes.OBJECTIVE,
              Cadence.DURABLE.objective(),
              "cost that studies minimise")
          .withDefaultWhen(SEARCH, PARTITIONS, Search.PARTITIONS.objective())
          .withDefaultWhen(CADENCE, HOURLY, Cadence.HOURLY.objective());
  static final Key<List<Guard>> GUARDS =
      Key.of(
          "tuning.guards",
          TuningTypes.GUARDS,
          "",
          "limits on what a change may make worse, separated by semicolons");
  static final Key<Prior> PRIOR =
      Key.of(
          "tuning.prior",
          TuningTypes.PRIOR,
          TuningTypes.SHIPPED,
          "prior from the logs of other clusters; used by the cadence durable");
  static final Key<Duration> COMMAND_EXPIRY =
      Key.of(
              "tuning.command-expiry",
              ValueTypes.wholeSeconds("1s", "30d"),
              "3d",
              "time that a command or proposal is valid")
          .withDefaultWhen(CADENCE, HOURLY, "1h");

  static final Key<Duration> WARM_UP =
      Key.of(
          "guard.warm-up",
          ValueTypes.wholeSeconds("0s", YEAR),
          "0s",
          "time that a cluster is watched before the first change");
  static final Key<Double> MIN_GAIN =
      Key.of(
          "guard.min-gain",
          ValueTypes.number(0, 0.99),
          "0.01",
          "least fraction of the simulated cost that a change must save; with 0, a change may also"
              + " lower the cost without lowering the slowdown");
  static final Key<Double> SIGNIFICANCE =
      Key.of(
          "guard.significance",
          ValueTypes.number(0, 100),
          number(PairedGain.SIGNIFICANT),
          "standard errors by which the gain of an hourly change must exceed 0; 0: no test");
  static final Key<Duration> COOLDOWN =
      Key.of(
          "guard.cooldown",
          ValueTypes.wholeSeconds("0s", YEAR),
          "0s",
          "pause after an attempted change");
  static final Key<Duration> DWELL =
      Key.of(
              "guard.dwell",
              ValueTypes.wholeSeconds("0s", YEAR),
              Durations.printSeconds(Cadence.DURABLE.dwellSeconds()),
              "least time that a configuration stays in force")
          .withDefaultWhen(CADENCE, HOURLY, Durations.printSeconds(Cadence.HOURLY.dwellSeconds()));
  static final Key<Integer> MAX_CHANGES_PER_DAY =
      Key.of(
          "guard.max-changes-per-day",
          ValueTypes.wholeNumber(0, 10_000),
          Integer.toString(GuardRails.CHANGES_PER_DAY),
          "most changes within any 24 hours");

  static final Key<MaintenanceWindows> MAINTENANCE =
      Key.of(
          "guard.maintenance",
          TuningTypes.MAINTENANCE,
          "",
          "the only times at which changes are applied, by the scheduler's clock; empty: any");

  static final Key<Integer> FIDELITY_JOBS =
      Key.of(
          "guard.fidelity-jobs",
          ValueTypes.wholeNumber(0, 1_000_000),
          Integer.toString(FidelitySettings.JOBS),
          "waiting jobs to be predicted well before the first command; 0: none");
  static final Key<Double> FIDELITY_ERROR =
      Key.of(
          "guard.fidelity-error",
          ValueTypes.number(0.01, 100),
          Double.toString(FidelitySettings.MOST_ERROR),
          "most relative error of these waits, and twice the most bias");

  /** The keys, in the order of the documentation. */
  static final List<Key<?>> ALL =
      List.of(
          MODE,
          SEARCH,
          CADENCE,
          THRESHOLD,
          PERIOD,
          HORIZON,
          MAX_PARTITIONS,
          ORDERS,
          ARRIVALS,
          RUNTIMES,
          OBJECTIVE,
          GUARDS,
          PRIOR,
          COMMAND_EXPIRY,
          WARM_UP,
          MIN_GAIN,
          SIGNIFICANCE,
          COOLDOWN,
          DWELL,
          MAX_CHANGES_PER_DAY,
          MAINTENANCE,
          FIDELITY_JOBS,
          FIDELITY_ERROR);

  private TuningKeys() {}

  /**
   * Returns the settings of the clusters' controllers.
   *
   * @throws InvalidConfigException if values of several keys do not fit together
   */
  static ControlSettings read(EffectiveConfiguration config) {
    return new ControlSettings(
            config.get(MODE), ControllerKeys.seconds(config, COMMAND_EXPIRY), tuning(config))
        .within(config.get(MAINTENANCE));
  }

  private static TuneSettings tuning(EffectiveConfiguration config) {
    GuardRails rails =
        new GuardRails(
            ControllerKeys.seconds(config, WARM_UP),
            config.get(MIN_GAIN),
            config.get(SIGNIFICANCE),
            ControllerKeys.seconds(config, COOLDOWN),
            ControllerKeys.seconds(config, DWELL),
            config.get(MAX_CHANGES_PER_DAY),
            config.get(MIN_GAIN) > 0 && config.get(OBJECTIVE).isOfSlowdown());
    return new TuneSettingsBuilder(config.get(SEARCH), cadence(config))
        .threshold(config.get(THRESHOLD))
        .period(config.get(PERIOD))
        .horizon(config.get(HORIZON))
        .maxPartitions(config.get(MAX_PARTITIONS))
        .orders(config.get(ORDERS))
        .arrivals(config.get(ARRIVALS))
        .runtimes(config.get(RUNTIMES))
        .objective(config.get(OBJECTIVE))
        .guards(config.get(GUARDS))
        .prior(config.get(PRIOR))
        // policies that a scheduler cannot use are left out when it declares its capabilities
        .capabilities(EnumSet.allOf(Capability.class))
        .rails(rails)
        .fidelity(
            new FidelitySettings(
                FidelitySettings.SPAN_SECONDS,
                config.get(FIDELITY_JOBS),
                config.get(FIDELITY_ERROR)))
        .build()
        .reviewed();
  }

  private static Cadence cadence(EffectiveConfiguration config) {
    Cadence cadence = config.get(CADENCE);
    if (cadence == Cadence.DURABLE && config.get(SEARCH) != Search.LIBRARY) {
      throw new InvalidConfigException(
          CADENCE
              + " is 'durable', but "
              + SEARCH
              + " is 'partitions', which has no backtests; leave "
              + CADENCE
              + " out, or set "
              + SEARCH
              + " to library");
    }
    return cadence;
  }

  /** Formats a whole number without decimals. */
  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
