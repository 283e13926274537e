package io.gnomon.slurm.mapping;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Unit;
import io.gnomon.slurm.parameter.Values;
import io.gnomon.slurm.value.SlurmTime;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code Priority*} parameters, as slurm.conf has them or scontrol prints them. Those that are
 * absent have Slurm's defaults. Source: manual of slurm.conf.
 */
public final class PriorityMapping {
  /** The weights, in points, and then the greatest age and the half-life, in seconds. */
  public static final List<SlurmParameter> NUMBERS =
      SlurmParameter.in(Place.SLURM_CONF, ChangeMethod.RECONFIGURE)
          .filter(row -> row.allowed().kind() != Values.Kind.CHOICE)
          .toList();

  /** The weights alone. */
  public static final List<SlurmParameter> WEIGHTS =
      NUMBERS.stream().filter(row -> row.allowed().unit() == Unit.POINTS).toList();

  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(\\.\\d{1,15})?|\\.\\d{1,15}");
  private static final Pattern WEIGHT =
      Pattern.compile("([^=]+)=(-?(?:\\d*\\.?\\d+|\\d+\\.))([KMGTPkmgtp]?)");
  private static final String UNITS = " KMGTP";
  private static final int MINUTE = 60;
  private static final int MOST_SECONDS = (1 << 30) - 1;

  /** Flags without an effect on the factors, or the default. */
  private static final Set<String> WITHOUT_EFFECT = Set.of("FAIR_TREE", "CALCULATE_RUNNING");

  private final UnaryOperator<String> texts;
  private final Rejected rejected;

  private PriorityMapping(UnaryOperator<String> texts, Rejected rejected) {
    this.texts = texts;
    this.rejected = rejected;
  }

  /**
   * The settings of a site.
   *
   * @param texts value of a parameter by its name, empty if it is absent
   */
  public static PrioritySettings settings(UnaryOperator<String> texts, Rejected rejected) {
    return new PriorityMapping(texts, rejected).settings();
  }

  private PrioritySettings settings() {
    String tres = "PriorityWeightTRES";
    PrioritySettings site =
        new PrioritySettings(
            new PriorityWeights(0, 0, 0, 0, 0, 0, weights(tres, text(tres), 0, rejected)),
            PrioritySettings.DEFAULT_SECONDS,
            PrioritySettings.DEFAULT_SECONDS,
            seconds("PriorityCalcPeriod", 1, PrioritySettings.DEFAULT_CALC_SECONDS),
            text("PriorityFavorSmall").equalsIgnoreCase("yes"),
            Math.max(1, (int) number("FairShareDampeningFactor", 1)),
            reset(),
            flags(text("PriorityFlags"), rejected));
    return with(
        site,
        site.favorsSmall(),
        row ->
            row.allowed().unit() == Unit.TIME
                ? seconds(row.printed(), (int) row.allowed().least(), (int) value(site, row))
                : number(row.printed(), 0));
  }

  /** One of the {@link #NUMBERS}. */
  public static double value(PrioritySettings settings, SlurmParameter row) {
    PriorityWeights weights = settings.weights();
    return switch (row) {
      case PRIORITY_WEIGHT_AGE -> weights.age();
      case PRIORITY_WEIGHT_ASSOC -> weights.association();
      case PRIORITY_WEIGHT_FAIR_SHARE -> weights.fairShare();
      case PRIORITY_WEIGHT_JOB_SIZE -> weights.jobSize();
      case PRIORITY_WEIGHT_PARTITION -> weights.partition();
      case PRIORITY_WEIGHT_QOS -> weights.qos();
      case PRIORITY_MAX_AGE -> settings.maxAgeSeconds();
      case PRIORITY_DECAY_HALF_LIFE -> settings.halfLifeSeconds();
      default -> throw new IllegalArgumentException(row + " is no number of the priorities");
    };
  }

  /** Settings with other {@link #NUMBERS}. */
  public static PrioritySettings with(
      PrioritySettings settings, boolean favorsSmall, ToDoubleFunction<SlurmParameter> numbers) {
    return new PrioritySettings(
        new PriorityWeights(
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_AGE),
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_ASSOC),
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_FAIR_SHARE),
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_JOB_SIZE),
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_PARTITION),
            numbers.applyAsDouble(SlurmParameter.PRIORITY_WEIGHT_QOS),
            settings.weights().tres()),
        Math.round(numbers.applyAsDouble(SlurmParameter.PRIORITY_MAX_AGE)),
        Math.round(numbers.applyAsDouble(SlurmParameter.PRIORITY_DECAY_HALF_LIFE)),
        settings.calcPeriodSeconds(),
        favorsSmall,
        settings.dampening(),
        settings.usageReset(),
        settings.flags());
  }

  private String text(String key) {
    String text = texts.apply(key);
    return text.equalsIgnoreCase("(null)") ? "" : text;
  }

  private <T> T read(String key, T absent, String why, Function<String, Optional<T>> parser) {
    String text = text(key);
    Optional<T> value = parser.apply(text);
    if (value.isEmpty() && !text.isEmpty()) {
      rejected.accept(key, text, why.formatted(text));
    }
    return value.orElse(absent);
  }

  private double number(String key, double absent) {
    return read(
        key,
        absent,
        "'%s' is not a number",
        text -> Optional.of(text).filter(NUMBER.asMatchPredicate()).map(Double::valueOf));
  }

  /** Slurm counts these times in minutes, rounded up. */
  private int seconds(String key, int least, int absent) {
    return read(
        key,
        absent,
        "'%s' is not a time such as 1-12:00:00",
        text ->
            Optional.of(SlurmTime.isUnlimited(text) ? MOST_SECONDS : seconds(text))
                .filter(seconds -> seconds >= 0)
                .map(seconds -> Math.max(least, seconds)));
  }

  private static int seconds(String time) {
    return (int) Math.min(MOST_SECONDS, MINUTE * SlurmTime.minutes(time).orElse(-1));
  }

  private UsageReset reset() {
    String key = "PriorityUsageResetPeriod";
    return read(
        key,
        UsageReset.NONE,
        key + " is '%s'; allowed are " + Arrays.toString(UsageReset.values()),
        text ->
            Arrays.stream(UsageReset.values())
                .filter(period -> period.name().equalsIgnoreCase(text))
                .findFirst());
  }

  /** The flags of {@code PriorityFlags}, in their order. */
  public static Set<PriorityFlag> flags(String text, Rejected rejected) {
    Set<PriorityFlag> flags = new LinkedHashSet<>();
    for (String item : items(text)) {
      String name = item.toUpperCase(Locale.ROOT);
      boolean all = name.equals("NO_NORMAL_ALL");
      List<PriorityFlag> found =
          Arrays.stream(PriorityFlag.values())
              .filter(flag -> all ? flag.name().startsWith("NO_NORMAL") : flag.name().equals(name))
              .toList();
      flags.addAll(found);
      if (found.isEmpty() && !WITHOUT_EFFECT.contains(name)) {
        rejected.accept(
            "PriorityFlags",
            name,
            "PriorityFlags has '%s', which is not modelled; remove it to simulate without"
                .formatted(item));
      }
    }
    return flags;
  }

  /**
   * Weights by TRES in lower case; those of memory are per MiB, or per unit behind the weight.
   *
   * @param key name of the parameter
   * @param least the least weight that is allowed
   */
  public static Map<String, Double> weights(
      String key, String text, double least, Rejected rejected) {
    Map<String, Double> weights = new TreeMap<>();
    for (String item : items(text)) {
      Matcher matcher = WEIGHT.matcher(item);
      if (!matcher.matches()) {
        rejected.accept(
            key, item, "%s has '%s', which is not a pair such as Mem=0.25G".formatted(key, item));
        continue;
      }
      String tres = matcher.group(1).toLowerCase(Locale.ROOT);
      String letter = matcher.group(3).toUpperCase(Locale.ROOT);
      int unit = letter.isEmpty() ? 0 : UNITS.indexOf(letter);
      int exponent = unit - (unit > 0 && tres.equals("mem") ? 2 : 0);
      double weight = Double.parseDouble(matcher.group(2)) / Math.pow(1024, exponent);
      if (exponent < 0) {
        rejected.accept(
            key,
            item,
            "%s has '%s'; allowed are weights per MiB or a larger unit".formatted(key, item));
      } else if (weight < least) {
        rejected.accept(
            key, item, "a priority weight is " + weight + "; weights must be at least 0");
      } else {
        weights.put(tres, weight);
      }
    }
    return weights;
  }

  private static List<String> items(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
